package io.weir.dashboard.signin;

import java.util.List;

/**
 * A signed-in user.
 *
 * @param id of the session, for its end
 * @param groups those that grant something
 * @param untilMillis when the session ends
 */
record Session(String id, String user, List<String> groups, long untilMillis) {
    /** Copies the list. */
    Session {
        groups = List.copyOf(groups);
    }
}
