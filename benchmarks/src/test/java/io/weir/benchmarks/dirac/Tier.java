package io.weir.benchmarks.dirac;

import java.util.concurrent.TimeUnit;

/** The tier of an hour, in which each group has the sum of its jobs. */
final class Tier {
    static final String NAME = "h1";
    static final String RULES = """
            version: 1
            storage:
              tiers:
                - {name: raw, keep: 60d}
                - {name: h1, every: 1h, keep: 2y}
              functions:
                - {measurement: WMSHistory, numbers: [sum]}
            """;

    private Tier() {}

    /** Whether the windows of the tier fit into the steps of a plot of so many days. */
    static boolean fits(int days) {
        return Span.step(days) % TimeUnit.HOURS.toSeconds(1) == 0;
    }
}
