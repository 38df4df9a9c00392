package io.weir.alarming.condition;

import static io.weir.alarming.condition.Changes.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.Severity;
import io.weir.contract.line.FutureLimit;
import io.weir.contract.rule.alarm.Flapping;
import io.weir.contract.rule.alarm.Level;
import io.weir.contract.rule.alarm.Levels;
import io.weir.contract.rule.alarm.Limit;
import io.weir.contract.rule.alarm.Recurrence;
import io.weir.contract.rule.alarm.States;
import io.weir.contract.rule.alarm.Stuck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Levels are independent. A condition of several levels always has the highest severity of as many
 * conditions with one of the levels each. Inputs include late values, stamps ahead, clock jumps
 * and silence.
 */
class LevelsApartTest {

    private static final FutureLimit AHEAD = new FutureLimit(FutureLimit.DEFAULT.toNanos());

    private static final int ROUNDS = 3_000;
    private static final int STEPS = 100;

    /** A condition and its last reported severity. */
    private static final class Reported {
        private final Condition condition;
        private Severity severity = Severity.OK;

        Reported(Levels levels) {
            condition = new Condition(LevelPlan.of(levels));
        }

        void value(long timestamp, Reading value, long logMillis) {
            if (!AHEAD.isBeyond(timestamp, logMillis)) {
                condition.value(timestamp, value, logMillis, (to, seen, limit, at) -> severity = to);
            }
        }

        void tick(long logMillis) {
            condition.tick(logMillis, (to, seen, limit, at) -> severity = to);
        }
    }

    @Test
    void levelsAreIndependent() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("LevelsApartTest seed=" + seed);
        Random random = new Random(seed);
        int raised = 0;
        for (int round = 0; round < ROUNDS; round++) {
            List<Levels> apart = apart(random);
            Reported together = new Reported(together(apart));
            List<Reported> alone = apart.stream().map(Reported::new).toList();
            long logMillis = 1_000_000;
            long skew = 0;
            for (int step = 0; step < STEPS; step++) {
                logMillis += random.nextInt(2_000);
                skew = random.nextInt(40) == 0 ? (random.nextInt(3) - 1) * 100_000L * SECOND : skew;
                long timestamp = logMillis * 1_000_000 + skew - random.nextInt(3) * SECOND * random.nextInt(5);
                Reading value = Changes.number(random.nextInt(4) * 25);
                boolean isTick = random.nextInt(5) == 0;
                for (Reported each : concat(together, alone)) {
                    if (isTick) {
                        each.tick(logMillis);
                    } else {
                        each.value(timestamp, value, logMillis);
                    }
                }
                Severity highest = alone.stream()
                        .map(each -> each.severity)
                        .max(Comparator.naturalOrder())
                        .orElseThrow();
                assertThat(together.severity)
                        .as("seed %d round %d step %d %s", seed, round, step, apart)
                        .isEqualTo(highest);
                raised += highest == Severity.OK ? 0 : 1;
            }
        }
        assertThat(raised).isBetween(ROUNDS * STEPS / 10, ROUNDS * STEPS * 9 / 10);
    }

    private static List<Reported> concat(Reported first, List<Reported> others) {
        List<Reported> all = new ArrayList<>(others);
        all.add(first);
        return all;
    }

    /** Returns a limit, a time and a state, all with the same delays. */
    private static List<Levels> apart(Random random) {
        Duration delay = Duration.ofSeconds(random.nextBoolean() ? 0 : random.nextInt(6));
        Duration clear = Duration.ofSeconds(random.nextBoolean() ? 0 : random.nextInt(6));
        Optional<Recurrence> times =
                delay.isZero() && random.nextBoolean() ? Optional.of(recurrence(random)) : Optional.empty();
        Level byTime = random.nextBoolean()
                ? new Stuck(Duration.ofSeconds(random.nextInt(1, 5)))
                : new Flapping(recurrence(random));
        Level state = new States(random.nextBoolean(), List.of("25", "75"));
        return List.of(
                new Levels(Optional.of(Limit.above(40, 20)), Optional.empty(), Optional.empty(), delay, clear, times),
                new Levels(
                        Optional.empty(),
                        Optional.of(byTime),
                        Optional.empty(),
                        Duration.ZERO,
                        clear,
                        Optional.empty()),
                new Levels(Optional.empty(), Optional.empty(), Optional.of(state), delay, clear, times));
    }

    private static Levels together(List<Levels> apart) {
        Levels limit = apart.get(0);
        return new Levels(
                limit.minor(),
                apart.get(1).major(),
                apart.get(2).invalid(),
                limit.forAtLeast(),
                limit.clearFor(),
                limit.times());
    }

    private static Recurrence recurrence(Random random) {
        return new Recurrence(random.nextInt(2, 4), Duration.ofSeconds(random.nextInt(1, 10)));
    }
}
