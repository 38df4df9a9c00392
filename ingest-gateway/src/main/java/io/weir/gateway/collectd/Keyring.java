package io.weir.gateway.collectd;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The users' credentials for one event loop, recomputed when the users change. Not thread-safe. */
final class Keyring {
    /**
     * Replaces the credential of an unknown user, so that rejection takes as long as for a wrong
     * password.
     */
    private final Credential stranger = new Credential("stranger");

    private final Supplier<Users> users;
    private Users known = Users.NONE;
    private ByteMap<Credential> credentials = new ByteMap<>(Map.of());

    Keyring(Supplier<Users> users) {
        this.users = users;
    }

    /** Whether there are no users. */
    boolean isEmpty() {
        refresh();
        return known.isEmpty();
    }

    /**
     * The credential of the user whose name lies between the indexes, or one that matches no user:
     * see {@link #isStranger}.
     */
    Credential find(byte[] bytes, int from, int to) {
        refresh();
        Credential found = credentials.find(bytes, from, to);
        return found == null ? stranger : found;
    }

    boolean isStranger(Credential credential) {
        return credential == stranger;
    }

    private void refresh() {
        Users now = users.get();
        if (now != known) {
            Map<String, Credential> made = new HashMap<>();
            now.passwords().forEach((name, password) -> made.put(name, new Credential(password)));
            credentials = new ByteMap<>(made);
            known = now;
        }
    }
}
