package io.weir.processing.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleLoader;
import org.junit.jupiter.api.Test;

class SeriesWindowsTest {

    private static final long SECOND = 1_000_000_000;

    /** docs/rules/semantics.md has these figures. */
    @Test
    void memoryIsAsDocumented() {
        GroupShape shape =
                GroupShape.of(RuleLoader.parse("rules.yaml", """
                        version: 1
                        aggregate:
                          - {name: a, match: {measurement: m}, by: [], fields: [v], functions: [sum], window: 1s, grace: 1m}
                        """).groups().get(0));
        SeriesWindows windows = new SeriesWindows(shape);
        add(windows, 0);
        add(windows, 1);
        assertThat(windows.estimatedBytes()).isEqualTo(356);

        add(windows, 2);
        add(windows, 3);
        assertThat(windows.estimatedBytes()).isEqualTo(356 + 2 * 64);
        assertThat(windows.takeGrowth()).isTrue();
    }

    private static void add(SeriesWindows windows, long second) {
        assertThat(windows.add(second * SECOND, 0, 1, true, Long.MIN_VALUE, true))
                .isEqualTo(SeriesWindows.Added.TO_NEW);
    }
}
