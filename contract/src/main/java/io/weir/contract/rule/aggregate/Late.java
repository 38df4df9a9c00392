package io.weir.contract.rule.aggregate;

import io.weir.contract.config.YamlSection;
import java.time.Duration;
import java.util.Optional;

/**
 * What becomes of a value that no window can take, because its window has closed or its timestamp
 * is too far ahead. Storing does not matter if raw values are stored anyway.
 *
 * @param isStored whether the value is stored raw
 * @param revision how results are revised by late values; if present, only values that are too late
 *     for a revision are stored
 */
public record Late(boolean isStored, Optional<Revision> revision) {

    /** The value is stored raw. */
    public static final Late STORE = new Late(true, Optional.empty());

    /** The value is dropped, and counted. */
    public static final Late DROP = new Late(false, Optional.empty());

    private enum Choice {
        STORE,
        DROP,
        REVISE
    }

    private enum Feeds {
        STORAGE,
        ALL
    }

    /** Reads the keys {@code late}, {@code for} and {@code revisions}. */
    static Late read(YamlSection section) {
        Choice choice = section.choice(
                        "late", Choice.class, "what becomes of values that arrive after their window closed")
                .or(Choice.STORE);
        Optional<Duration> after = section.duration(
                        "for", Duration.ofMillis(1), "time that a window takes late values after its result")
                .optional();
        Optional<Feeds> feeds = section.choice(
                        "revisions", Feeds.class, "what receives revised results; default: storage")
                .optional();
        if (choice != Choice.REVISE) {
            after.ifPresent(unused -> refuse(section, "for"));
            feeds.ifPresent(unused -> refuse(section, "revisions"));
            return choice == Choice.STORE ? STORE : DROP;
        }
        if (after.isEmpty()) {
            section.refuse("late", "needs the time for which results are revised", "such as for: 10m");
            return STORE;
        }
        return new Late(true, Optional.of(new Revision(after.get(), feeds.orElse(Feeds.STORAGE) == Feeds.ALL)));
    }

    private static void refuse(YamlSection section, String key) {
        section.refuse(key, "needs late: revise", "write late: revise, or remove " + key);
    }
}
