package io.weir.late;

import io.weir.contract.config.YamlSection;
import java.time.Duration;

/**
 * User settings of late alarms.
 *
 * @param catchUp age from which an evaluation is skipped instead of made up for
 * @param timeout of a query
 */
public record LateConfig(Duration catchUp, Duration timeout) {
    private static final Duration SECOND = Duration.ofSeconds(1);

    public static LateConfig defaults() {
        return new LateConfig(Duration.ofMinutes(10), Duration.ofSeconds(30));
    }

    /** Reads the section {@code late}; the section collects the mistakes. */
    public static LateConfig read(YamlSection section) {
        LateConfig unset = defaults();
        return new LateConfig(
                section.duration("catch-up", SECOND, "age from which a missed evaluation of a late rule is skipped")
                        .or(unset.catchUp),
                section.duration("timeout", SECOND, "longest time of a query").or(unset.timeout));
    }
}
