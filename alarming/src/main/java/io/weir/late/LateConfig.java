package io.weir.late;

import io.weir.contract.config.YamlSection;
import java.time.Duration;

/**
 * User settings of late alarms.
 *
 * @param catchUp age from which a missed evaluation is skipped, except the newest
 * @param atOnce most queries at the same time
 * @param samples most that a query has in memory
 * @param timeout of a query
 */
public record LateConfig(Duration catchUp, int atOnce, long samples, Duration timeout) {
    private static final Duration SECOND = Duration.ofSeconds(1);

    public static LateConfig defaults() {
        return new LateConfig(Duration.ofMinutes(10), 4, 2_000_000, Duration.ofSeconds(30));
    }

    /** Reads the section {@code late}; the section collects the mistakes. */
    public static LateConfig read(YamlSection section) {
        LateConfig unset = defaults();
        return new LateConfig(
                section.duration(
                                "catch-up",
                                SECOND,
                                "age from which a missed evaluation of a late rule is skipped, except the newest")
                        .or(unset.catchUp),
                section.integer("at-once", 1, 64, "maximum number of concurrent queries")
                        .or(unset.atOnce),
                section.longInteger(
                                "samples",
                                1,
                                1_000_000_000,
                                "maximum number of samples that a query has in memory, at least 16 bytes each; each"
                                        + " series counts as 32 more")
                        .or(unset.samples),
                section.duration("timeout", SECOND, "longest time of a query").or(unset.timeout));
    }
}
