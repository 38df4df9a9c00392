package io.weir.dashboard.http;

import java.util.function.Predicate;

/**
 * A user who may send commands to alarms.
 *
 * @param name under which the commands are sent
 * @param mayCommand whether the user may send commands to the alarm with an id
 */
public record Commander(String name, Predicate<String> mayCommand) {
    /** A user who may send commands to all alarms. */
    public static Commander ofAll(String name) {
        return new Commander(name, alarm -> true);
    }
}
