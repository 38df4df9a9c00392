package io.weir.contract.yaml;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Settings and commands whose names changed. The old names are errors, which report the new ones.
 */
final class RenamedNames {
    /** New names by old ones; both are relative to their section or command. */
    static final Map<String, String> NEW_BY_OLD = Map.of(
            "standbys", "standby-replicas",
            "loops", "threads",
            "hand-off-bytes", "queue.bytes",
            "shed", "shedding.order",
            "body-lines", "batch.lines",
            "body-bytes", "batch.bytes",
            "indicators", "stats");

    private RenamedNames() {}

    /** The new name, if {@code name} is an old one and the new one is known at this place. */
    static Optional<String> of(String name, Collection<String> known) {
        return Optional.ofNullable(NEW_BY_OLD.get(name)).filter(renamed -> known.contains(renamed.split("\\.", 2)[0]));
    }

    /** The same for an environment variable: only its end changed. */
    static Optional<String> ofVariable(String variable, Collection<String> known) {
        return NEW_BY_OLD.entrySet().stream()
                .filter(each -> variable.endsWith("_" + spelled(each.getKey())))
                .map(each ->
                        variable.substring(0, variable.length() - each.getKey().length()) + spelled(each.getValue()))
                .filter(known::contains)
                .findFirst();
    }

    private static String spelled(String name) {
        return name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }
}
