package io.weir.contract.rule.storage;

import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.aggregate.Repeats;
import java.time.Duration;
import java.util.Optional;

/**
 * How processing computes tiers, for stores that have none of their own.
 *
 * @param grace how long after its end a window waits for late metrics; zero or more
 * @param repeats what becomes of a value with the timestamp of another one
 */
public record ProcessedTiers(Duration grace, Repeats repeats) {
    /** A tier is history: it may come late, but its windows do not change afterwards. */
    public static final Duration DEFAULT_GRACE = Duration.ofMinutes(10);

    /** A window needs at most this time from its end and the grace after it to the store. */
    private static final Duration STORED_WITHIN = Duration.ofMinutes(1);

    private enum By {
        STORE,
        PROCESSING
    }

    /** How long after its end a window may be missing in the store. */
    public Duration delay() {
        return grace.plus(STORED_WITHIN);
    }

    /** Reads the keys {@code by}, {@code grace} and {@code repeats}; empty if the store computes the tiers. */
    static Optional<ProcessedTiers> read(YamlSection section) {
        By by = section.choice("by", By.class, "what computes the tiers: processing does it for stores without tiers")
                .or(By.STORE);
        Optional<Duration> grace = section.duration(
                        "grace",
                        Duration.ZERO,
                        "with by: processing: time that a window waits for late lines; default: 10m")
                .optional();
        Optional<Repeats> repeats = section.choice(
                        "repeats",
                        Repeats.class,
                        "with by: processing: what becomes of a value with the timestamp of another one; default:"
                                + " replace")
                .optional();
        if (by == By.PROCESSING) {
            return Optional.of(new ProcessedTiers(grace.orElse(DEFAULT_GRACE), repeats.orElse(Repeats.REPLACE)));
        }
        grace.ifPresent(unused -> refuse(section, "grace"));
        repeats.ifPresent(unused -> refuse(section, "repeats"));
        return Optional.empty();
    }

    private static void refuse(YamlSection section, String key) {
        section.refuse(key, "needs by: processing", "write by: processing, or remove " + key);
    }
}
