package io.weir.processing.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleLoader;
import io.weir.processing.aggregate.group.Explicit;
import io.weir.processing.aggregate.group.GroupShape;
import org.junit.jupiter.api.Test;

class HistogramContributionsTest {

    private static final long SECOND = 1_000_000_000;

    /** docs/rules/aggregate.md has these figures. */
    @Test
    void memoryIsAsDocumented() {
        GroupShape shape =
                GroupShape.of(RuleLoader.parse("rules.yaml", """
                version: 1
                aggregate:
                  - {name: a, match: {measurement: m}, by: [], histogram: seconds, functions: [median], window: 1s, grace: 1m}
                """).groups().get(0));
        HistogramContributions windows = new HistogramContributions(shape);
        add(windows, 0);
        add(windows, 1);
        long ofTwo = windows.estimatedBytes();

        add(windows, 2);
        add(windows, 3);
        assertThat(windows.estimatedBytes() - ofTwo).isEqualTo(2 * (34 + 3 * 8 + 2 * 1 + 2 + 3));
    }

    private static void add(HistogramContributions windows, long second) {
        Explicit histogram = new Explicit();
        assertThat(histogram.set(new double[] {1, 2, 4}, new double[] {0, 63, 8_191, 999_999}, false))
                .isTrue();
        windows.add(second * SECOND, histogram.bytes(), Long.MIN_VALUE, true);
    }
}
