package io.weir.processing.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleLoader;
import org.junit.jupiter.api.Test;

class SeriesWindowsTest {

    private static final long SECOND = 1_000_000_000;

    /** docs/rules/semantics.md has these figures. */
    @Test
    void memoryIsAsDocumented() {
        SeriesWindows windows = new SeriesWindows(shape("replace"));
        add(windows, 0);
        add(windows, 1);
        assertThat(windows.estimatedBytes()).isEqualTo(428);

        add(windows, 2);
        add(windows, 3);
        assertThat(windows.estimatedBytes()).isEqualTo(428 + 2 * 16);
        assertThat(windows.takeGrowth()).isTrue();
    }

    @Test
    void memoryOfRepeatsIsAsDocumented() {
        SeriesWindows windows = new SeriesWindows(shape("count"));
        for (int second = 0; second < 2; second++) {
            windows.add(second * SECOND, 0, 1, true, Long.MIN_VALUE, true);
        }
        assertThat(windows.estimatedBytes()).isEqualTo(380);

        windows.add(2 * SECOND, 0, 1, true, Long.MIN_VALUE, true);
        assertThat(windows.estimatedBytes()).isEqualTo(380 + 2 * 64);
    }

    private static GroupShape shape(String repeats) {
        return GroupShape.of(
                RuleLoader.parse("rules.yaml", """
                version: 1
                aggregate:
                  - {name: a, match: {measurement: m}, by: [], fields: [v], functions: [sum], window: 1s, grace: 1m, repeats: %s}
                """.formatted(repeats)).groups().get(0));
    }

    private static void add(SeriesWindows windows, long second) {
        assertThat(windows.add(second * SECOND, 0, 1, true, Long.MIN_VALUE, true))
                .isEqualTo(second == 0 ? Added.OPENED : Added.ADDED);
    }
}
