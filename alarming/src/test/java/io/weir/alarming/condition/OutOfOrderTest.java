package io.weir.alarming.condition;

import static io.weir.alarming.condition.Changes.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.alarm.Flapping;
import io.weir.contract.rule.alarm.Level;
import io.weir.contract.rule.alarm.Levels;
import io.weir.contract.rule.alarm.Limit;
import io.weir.contract.rule.alarm.Recurrence;
import io.weir.contract.rule.alarm.States;
import io.weir.contract.rule.alarm.Stuck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Values that arrive out of timestamp order; all stamps differ. */
class OutOfOrderTest {

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** A value and its stamp in seconds. */
    private record Stamped(int second, int value) {}

    /** A condition and its last reported severity. */
    private static final class Reported {
        private final Condition condition;
        private Severity severity = Severity.OK;
        private long logMillis = 1_000_000;

        Reported(Levels levels) {
            condition = new Condition(LevelPlan.of(levels));
        }

        Severity after(List<Stamped> values) {
            for (Stamped each : values) {
                logMillis += 100;
                condition.value(
                        each.second * SECOND,
                        Changes.number(each.value),
                        logMillis,
                        (to, value, limit, at) -> severity = to);
            }
            return severity;
        }

        void tick() {
            condition.tick(logMillis, (to, value, limit, at) -> severity = to);
        }

        Severity afterSilence() {
            logMillis += 3_600_000;
            tick();
            return severity;
        }
    }

    @Test
    void anOlderValueDoesNotOverrideANewerOne() {
        Levels levels = levels(Optional.of(Limit.above(80, 75)), Optional.of(Limit.above(90, 85)), 0, 0);

        assertThat(new Reported(levels).after(List.of(new Stamped(10, 50), new Stamped(5, 95))))
                .isEqualTo(Severity.OK);
        assertThat(new Reported(levels).after(List.of(new Stamped(1, 95), new Stamped(10, 95), new Stamped(5, 50))))
                .isEqualTo(Severity.MAJOR);
    }

    /** A value between the limit and the clear value decides nothing, even if it is the newest. */
    @Test
    void anOlderValueCountsIfTheNewerIsNeutral() {
        Levels levels = levels(Optional.empty(), Optional.of(Limit.above(95, 90)), 0, 0);

        assertThat(new Reported(levels).after(List.of(new Stamped(2, 92), new Stamped(1, 96))))
                .isEqualTo(Severity.MAJOR);
        assertThat(new Reported(levels).after(List.of(new Stamped(1, 96), new Stamped(3, 92), new Stamped(2, 50))))
                .isEqualTo(Severity.OK);
    }

    @Test
    void allOrdersOfAFewValuesEndAlike() {
        for (int round = 0; round < 400; round++) {
            Levels levels = withoutDelays();
            List<Stamped> values = values(1 + random.nextInt(5));
            Severity ordered = new Reported(levels).after(values);
            assertThat(ordered).isEqualTo(oracle(levels, values));
            for (List<Stamped> order : orders(values)) {
                assertThat(new Reported(levels).after(order))
                        .as("seed %d %s %s", seed, levels, order)
                        .isEqualTo(ordered);
            }
        }
    }

    @Test
    void theNewestDecidingValueWinsInAnyOrder() {
        int raised = 0;
        for (int round = 0; round < 2_000; round++) {
            Levels levels = withoutDelays();
            List<Stamped> values = values(60);
            Severity expected = oracle(levels, values);
            shuffle(values, 1 + random.nextInt(60));
            assertThat(new Reported(levels).after(values))
                    .as("seed %d %s %s", seed, levels, values)
                    .isEqualTo(expected);
            raised += expected == Severity.OK ? 0 : 1;
        }
        assertThat(raised).isBetween(100, 1_900);
    }

    @Test
    void withDelaysAllOrdersEndAlikeAfterSilence() {
        int raised = 0;
        for (int round = 0; round < 400; round++) {
            Levels levels = levels(
                    Optional.of(Limit.above(60, 60)),
                    Optional.of(new States(random.nextBoolean(), List.of("20", "50", "75", "90"))),
                    random.nextInt(6),
                    random.nextInt(6));
            List<Stamped> values = values(1 + random.nextInt(5));
            for (List<Stamped> order : orders(values)) {
                Reported reported = new Reported(levels);
                for (Stamped each : order) {
                    reported.after(List.of(each));
                    reported.tick();
                }
                Severity newest = oracle(levels, values.subList(values.size() - 1, values.size()));
                assertThat(reported.afterSilence())
                        .as("seed %d %s %s", seed, levels, order)
                        .isEqualTo(newest);
                raised += newest == Severity.OK ? 0 : 1;
            }
        }
        assertThat(raised).isGreaterThan(400);
    }

    /** Levels that look back ignore values older than the newest evaluated one. */
    @Test
    void levelsWithHistoryIgnoreOlderValues() {
        List<Level> lookBack =
                List.of(new Stuck(Duration.ofSeconds(3)), new Flapping(new Recurrence(2, Duration.ofSeconds(5))));
        for (int round = 0; round < 400; round++) {
            Levels levels = levels(Optional.empty(), Optional.of(lookBack.get(round % 2)), 0, random.nextInt(3));
            List<Stamped> values = values(30);
            List<Stamped> shuffled = new ArrayList<>(values);
            shuffle(shuffled, 5);
            List<Stamped> evaluated = new ArrayList<>();
            for (Stamped each : shuffled) {
                if (evaluated.stream().allMatch(newer -> newer.second < each.second)) {
                    evaluated.add(each);
                }
            }
            Reported reported = new Reported(levels);
            for (Stamped each : shuffled) {
                assertThat(reported.condition.isOld(each.second * SECOND))
                        .as("seed %d %s", seed, each)
                        .isEqualTo(!evaluated.contains(each));
                reported.after(List.of(each));
            }
            assertThat(reported.severity)
                    .as("seed %d %s %s", seed, levels, shuffled)
                    .isEqualTo(new Reported(levels).after(evaluated));
        }
    }

    /** A late value that is the newest can still clear an alarm that was raised during silence. */
    @Test
    void theNewestValueCountsThoughItsTimeHasPassed() {
        Reported reported = new Reported(levels(Optional.of(Limit.above(80, 80)), Optional.empty(), 10, 0));
        reported.after(List.of(new Stamped(0, 90), new Stamped(8, 90)));
        assertThat(reported.afterSilence()).isEqualTo(Severity.MINOR);

        reported.after(List.of(new Stamped(9, 50)));
        assertThat(reported.afterSilence()).isEqualTo(Severity.OK);
    }

    /** Returns the highest level that its newest deciding value raises. */
    private static Severity oracle(Levels levels, List<Stamped> values) {
        if (raises(levels.major(), values)) {
            return Severity.MAJOR;
        }
        return raises(levels.minor(), values) ? Severity.MINOR : Severity.OK;
    }

    private static boolean raises(Optional<Level> level, List<Stamped> values) {
        for (int i = values.size() - 1; i >= 0 && level.isPresent(); i--) {
            int value = values.get(i).value;
            if (level.get() instanceof States states) {
                return states.words().contains(Integer.toString(value)) != states.isNot();
            }
            Limit limit = (Limit) level.get();
            if (limit.raises(value, value) || limit.clears(value, value)) {
                return limit.raises(value, value);
            }
        }
        return false;
    }

    private Levels withoutDelays() {
        boolean isAbove = random.nextBoolean();
        Level minor = isAbove
                ? Limit.above(60, random.nextInt(20, 61))
                : new Limit(Limit.Kind.OUTSIDE, 20, 80, random.nextInt(20, 45), random.nextInt(55, 80));
        Level limit = isAbove ? Limit.above(80, random.nextInt(20, 81)) : Limit.below(30, random.nextInt(30, 90));
        Level state = new States(random.nextBoolean(), List.of("10", "30", "70"));
        return levels(Optional.of(minor), Optional.of(random.nextBoolean() ? limit : state), 0, 0);
    }

    private static Levels levels(Optional<Level> minor, Optional<Level> major, int delay, int clear) {
        return new Levels(
                minor, major, Optional.empty(), Duration.ofSeconds(delay), Duration.ofSeconds(clear), Optional.empty());
    }

    /** Generates values in timestamp order. */
    private List<Stamped> values(int size) {
        List<Stamped> values = new ArrayList<>();
        int second = 100;
        while (values.size() < size) {
            second += 1 + random.nextInt(3);
            values.add(new Stamped(second, random.nextInt(11) * 10));
        }
        return values;
    }

    /** Moves values forward by at most {@code reach} - 1 places. */
    private void shuffle(List<Stamped> values, int reach) {
        for (int at = 0; at < values.size(); at++) {
            Collections.swap(values, at, at + random.nextInt(Math.min(reach, values.size() - at)));
        }
    }

    private static List<List<Stamped>> orders(List<Stamped> values) {
        if (values.isEmpty()) {
            return List.of(List.of());
        }
        List<List<Stamped>> orders = new ArrayList<>();
        for (Stamped first : values) {
            List<Stamped> others = new ArrayList<>(values);
            others.remove(first);
            for (List<Stamped> rest : orders(others)) {
                List<Stamped> order = new ArrayList<>(List.of(first));
                order.addAll(rest);
                orders.add(order);
            }
        }
        return orders;
    }
}
