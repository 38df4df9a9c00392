package io.weir.processing.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.processing.aggregate.group.GroupKey;
import io.weir.processing.aggregate.group.GroupPlan;
import io.weir.processing.aggregate.group.GroupShape;
import io.weir.processing.aggregate.group.PartialWindow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ValueContributionsTest {

    private static final long SECOND = 1_000_000_000;

    /** docs/rules/semantics.md has these figures. */
    @Test
    void memoryIsAsDocumented() {
        ValueContributions windows = new ValueContributions(shape("replace"));
        add(windows, 0);
        add(windows, 1);
        assertThat(windows.estimatedBytes()).isEqualTo(436);

        add(windows, 2);
        add(windows, 3);
        assertThat(windows.estimatedBytes()).isEqualTo(436 + 2 * 16);
        assertThat(windows.takeGrowth()).isTrue();
    }

    @Test
    void memoryOfRepeatsIsAsDocumented() {
        ValueContributions windows = new ValueContributions(shape("count"));
        for (int second = 0; second < 2; second++) {
            windows.add(second * SECOND, 0, 1, true, Long.MIN_VALUE, true);
        }
        assertThat(windows.estimatedBytes()).isEqualTo(388);

        windows.add(2 * SECOND, 0, 1, true, Long.MIN_VALUE, true);
        assertThat(windows.estimatedBytes()).isEqualTo(388 + 2 * 64);
    }

    /** Else the saved state could not be read. */
    @Test
    void theClosingWindowHasAPlaceBesideAllOthers() throws IOException {
        GroupShape shape =
                GroupShape.of(RuleLoader.parse("rules.yaml", """
                version: 1
                aggregate:
                  - {name: a, match: {measurement: m}, by: [], fields: [v, w], functions: [sum], window: 1ms, grace: 0s}
                """).groups().get(0));
        ValueContributions windows = new ValueContributions(shape);
        windows.add(0, 1, 1, true, Long.MIN_VALUE, true);
        int refused = 0;
        for (long milli = 1; milli <= 9_300; milli++) {
            Added added = windows.add(milli * 1_000_000, 0, 1, true, Long.MIN_VALUE, true);
            refused += added == Added.TOO_MANY ? 1 : 0;
        }
        assertThat(refused).isEqualTo(9_300 - Points.MOST - GroupRule.MOST_WINDOWS);
        GroupKey group = GroupKey.of(shape, new byte[0]);
        windows.contribute(new PartialWindow(shape, 0), new GroupPlan(group, new byte[0], new long[0]));

        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        windows.write(new DataOutputStream(bytes));
        ValueContributions again = new ValueContributions(shape);
        again.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        assertThat(again.estimatedBytes()).isEqualTo(windows.estimatedBytes());
    }

    /** A value in the group again makes windows due for what the series held before. */
    @Test
    void aReturnMayChangeWhenTheNextWindowCloses() {
        ValueContributions windows = new ValueContributions(shape("replace"));
        windows.add(0, 0, 1, true, Long.MIN_VALUE, true);
        windows.add(5 * SECOND, 0, 1, true, Long.MIN_VALUE, true);
        windows.leave();
        assertThat(windows.add(6 * SECOND, 0, 1, true, Long.MIN_VALUE, true)).isEqualTo(Added.OPENED);
        assertThat(windows.add(7 * SECOND, 0, 1, true, Long.MIN_VALUE, true)).isEqualTo(Added.ADDED);
    }

    private static GroupShape shape(String repeats) {
        return GroupShape.of(
                RuleLoader.parse("rules.yaml", """
                version: 1
                aggregate:
                  - {name: a, match: {measurement: m}, by: [], fields: [v], functions: [sum], window: 1s, grace: 1m, repeats: %s}
                """.formatted(repeats)).groups().get(0));
    }

    private static void add(ValueContributions windows, long second) {
        assertThat(windows.add(second * SECOND, 0, 1, true, Long.MIN_VALUE, true))
                .isEqualTo(second == 0 ? Added.OPENED : Added.ADDED);
    }
}
