package io.weir.alarming.condition;

import static io.weir.alarming.condition.Changes.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.alarm.Levels;
import io.weir.contract.rule.alarm.Limit;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/**
 * Levels with delays and values in any order: no level changes at a time for which a value that had
 * arrived says otherwise, and in the end the newest value decides.
 */
class DelaysOutOfOrderTest {

    private static final Limit LIMIT = Limit.above(60, 40);

    @Test
    void noValueThatArrivedContradictsAChange() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("DelaysOutOfOrderTest seed=" + seed);
        Random random = new Random(seed);
        int changes = 0;
        for (int round = 0; round < 5_000; round++) {
            changes += check(random, "seed %d round %d".formatted(seed, round));
        }
        assertThat(changes).isGreaterThan(5_000);
    }

    private static int check(Random random, String name) {
        int delay = random.nextInt(12);
        int clear = random.nextInt(12);
        Condition condition = new Condition(LevelPlan.of(new Levels(
                Optional.empty(),
                Optional.of(LIMIT),
                Optional.empty(),
                Duration.ofSeconds(delay),
                Duration.ofSeconds(clear),
                Optional.empty())));
        TreeMap<Integer, Integer> arrived = new TreeMap<>();
        int[] changes = new int[1];
        ConditionListener listener = (severity, value, limit, at) -> {
            boolean raises = severity != Severity.OK;
            int due = (int) (at / SECOND);
            IntPredicate calls = seen -> raises ? LIMIT.raises(seen, seen) : LIMIT.clears(seen, seen);
            assertThat(arrived.subMap(due - (raises ? delay : clear), true, due, true)
                            .values())
                    .as("%s for %d clear-for %d: %s at %d after %s", name, delay, clear, severity, due, arrived)
                    .isNotEmpty()
                    .allMatch(calls::test);
            changes[0]++;
        };
        long logMillis = 1_000_000;
        int value = 50;
        int limit = random.nextInt(1, 12);
        for (int step = 0; step < 80; step++) {
            int second = 100 + step * 2 - random.nextInt(2) * random.nextInt(limit) * 2;
            if (arrived.containsKey(second)) {
                continue;
            }
            value = random.nextInt(4) > 0 ? value : random.nextInt(100);
            arrived.put(second, value);
            condition.value(second * SECOND, Changes.number(value), logMillis += 1_000, listener);
        }
        // All delays end, each without a contradiction.
        condition.tick(logMillis + 3_600_000, listener);
        int newest = arrived.lastEntry().getValue();
        if (LIMIT.raises(newest, newest) || LIMIT.clears(newest, newest)) {
            assertThat(condition.isRaised())
                    .as("%s for %d clear-for %d %s", name, delay, clear, arrived)
                    .isEqualTo(LIMIT.raises(newest, newest));
        }
        return changes[0];
    }
}
