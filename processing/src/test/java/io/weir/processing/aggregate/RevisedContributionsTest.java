package io.weir.processing.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleLoader;
import io.weir.processing.aggregate.group.GroupKey;
import io.weir.processing.aggregate.group.GroupShape;
import io.weir.processing.aggregate.group.PartialWindows;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RevisedContributionsTest {

    private static final long SECOND = 1_000_000_000;

    private static final GroupShape SHAPE =
            GroupShape.of(RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate:
              - {name: a, match: {measurement: m}, by: [], fields: [v], functions: [sum], of: increase, window: 10s}
            """).groups().get(0));

    private final RevisedContributions revised = new RevisedContributions(10 * SECOND);

    /** An increase would begin at the value before the missing one. */
    @Test
    void aWindowThatBeginsBeforeAMissingValueLacksIt() {
        revised.miss(10 * SECOND, 25 * SECOND);

        assertThat(lacking(20, 20)).as("the window may hold the value").isTrue();
        assertThat(lacking(40, 1))
                .as("the value before is older than the missing one")
                .isTrue();
        assertThat(lacking(50, 41)).as("the value before is newer").isFalse();
    }

    /** Whether a window whose contribution depends on an earlier value may lack something. */
    private boolean lacking(long startSecond, long lastSecond) {
        PartialWindows closing = new PartialWindows();
        GroupKey group = GroupKey.of(SHAPE, new byte[0]);
        revised.begin(startSecond * SECOND, (startSecond + 10) * SECOND);
        revised.dependOn(lastSecond * SECOND);
        revised.end(Objects.requireNonNull(closing.get(group, startSecond * SECOND)), start -> false);
        List<byte[]> sent = new ArrayList<>();
        // Without a contribution, only windows that lack something are sent.
        closing.take((key, window) -> sent.add(key));
        return !sent.isEmpty();
    }
}
