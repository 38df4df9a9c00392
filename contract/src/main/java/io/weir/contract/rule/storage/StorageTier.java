package io.weir.contract.rule.storage;

import io.weir.contract.config.Durations;
import io.weir.contract.config.Refusal;
import io.weir.contract.rule.match.Spelling;
import java.time.Duration;
import java.util.Optional;

/**
 * A resolution in which metrics are stored, and its retention.
 *
 * @param every the length of its windows, whole seconds, aligned to the epoch; empty for raw
 *     metrics
 * @param keep the minimum retention; one hour or more
 */
public record StorageTier(String name, Optional<Duration> every, Duration keep) {
    /** The tier of the raw metrics, from which all others are computed. */
    public static final String RAW = "raw";

    /** InfluxDB 1 and 2 accept no shorter retention. */
    private static final Duration SHORTEST_KEEP = Duration.ofHours(1);

    private static final Duration LONGEST_EVERY = Duration.ofDays(1);

    public StorageTier {
        Spelling.requireName("name", name);
        if (name.equals(RAW) && every.isPresent()) {
            throw new Refusal("every", "does not apply to raw, which holds unmodified metrics", "remove it");
        }
        if (!name.equals(RAW) && every.isEmpty()) {
            throw new Refusal("every", "is missing", "such as 30s: the length of the tier's windows");
        }
        every.ifPresent(StorageTier::requireEvery);
        if (keep.compareTo(SHORTEST_KEEP) < 0) {
            throw new Refusal("keep", "must be at least 1h, was " + Durations.format(keep), "no store keeps less");
        }
        if (every.filter(window -> keep.compareTo(window) < 0).isPresent()) {
            throw new Refusal(
                    "keep",
                    "is shorter than one window, which is " + Durations.format(every.get()),
                    "keep it longer, or make windows shorter");
        }
    }

    /** Whether it holds the raw metrics. */
    public boolean isRaw() {
        return every.isEmpty();
    }

    /** The end of the measurements in which processing computes it, such as {@code _m5}. */
    public String ending() {
        return ending(name);
    }

    /** The same for the tier of this name. */
    public static String ending(String tier) {
        return "_" + tier;
    }

    /** The length of its windows; not for raw. */
    public Duration window() {
        return every.orElseThrow(() -> new IllegalStateException("raw has no windows"));
    }

    /**
     * Refuses this tier if it is inconsistent with the tiers before it.
     *
     * @param raw the first tier
     * @param finer the previous tier, which may be raw
     */
    void requireBehind(StorageTier raw, StorageTier finer) {
        if (window().multipliedBy(4).compareTo(raw.keep) > 0) {
            throw new Refusal(
                    "every",
                    "is too long for raw, which is kept " + Durations.format(raw.keep)
                            + ": metrics of a window must outlive it, late ones too",
                    "keep raw for at least " + Durations.format(window().multipliedBy(4)));
        }
        if (keep.compareTo(finer.keep) < 0) {
            throw new Refusal(
                    "keep",
                    "is shorter than that of the finer tier " + finer.name + ", which is "
                            + Durations.format(finer.keep),
                    "a coarser tier keeps a longer history");
        }
        if (!finer.isRaw() && (window().compareTo(finer.window()) <= 0 || !isMultiple(window(), finer.window()))) {
            throw new Refusal(
                    "every",
                    "must be a multiple of that of the tier before it, which is " + Durations.format(finer.window())
                            + ", was " + Durations.format(window()),
                    "tiers go from fine to coarse");
        }
    }

    private static void requireEvery(Duration every) {
        boolean isWhole = every.toMillis() % 1000 == 0 && isMultiple(LONGEST_EVERY, every);
        if (every.isZero() || !isWhole) {
            throw new Refusal(
                    "every",
                    "must be whole seconds that divide a day, was " + Durations.format(every),
                    "such as 10s, 30s, 1m, 5m, 1h");
        }
    }

    private static boolean isMultiple(Duration of, Duration every) {
        return !every.isZero() && of.toMillis() % every.toMillis() == 0;
    }
}
