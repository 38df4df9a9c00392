package io.weir.alarming.condition;

import static io.weir.alarming.condition.Changes.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.alarm.Levels;
import io.weir.contract.rule.alarm.Limit;
import io.weir.contract.rule.alarm.Recurrence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** Levels with {@code times}: N values beyond the limit within T, in any order of arrival. */
class CountedOutOfOrderTest {

    private static final int MET = 90;
    private static final int NEUTRAL = 70;
    private static final int BACK = 20;
    private static final Limit LIMIT = Limit.above(80, 60);

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** A value and its stamp in seconds. */
    private record Stamped(int second, int value) {}

    /** The condition under test. */
    private static final class Reported {
        private final Condition condition;
        private final Changes changes = new Changes();
        private long logMillis = 1_000_000;

        Reported(Recurrence times) {
            condition = new Condition(LevelPlan.of(new Levels(
                    Optional.empty(),
                    Optional.of(LIMIT),
                    Optional.empty(),
                    Duration.ZERO,
                    Duration.ZERO,
                    Optional.of(times))));
        }

        boolean after(Stamped each) {
            logMillis += 100;
            condition.value(each.second * SECOND, Changes.number(each.value), logMillis, changes);
            return condition.isRaised();
        }

        boolean after(List<Stamped> all) {
            all.forEach(this::after);
            return condition.isRaised();
        }
    }

    /** Keeps every value, and counts all stamps again after each. */
    private static final class Oracle {
        private final Recurrence times;
        private final TreeMap<Integer, Integer> values = new TreeMap<>();
        private boolean isRaised;
        private int clearedAt = Integer.MIN_VALUE;

        Oracle(Recurrence times) {
            this.times = times;
        }

        boolean after(Stamped each) {
            values.put(each.second, each.value);
            if (isRaised) {
                if (each.value == BACK && newest(value -> value != NEUTRAL) == each.second) {
                    isRaised = false;
                    clearedAt = each.second;
                }
            } else {
                isRaised = isMet();
            }
            return isRaised;
        }

        private boolean isMet() {
            List<Integer> met = values.tailMap(clearedAt).entrySet().stream()
                    .filter(entry -> entry.getValue() == MET)
                    .map(Map.Entry::getKey)
                    .toList();
            int back = newest(value -> value == BACK);
            for (int last = times.times() - 1; last < met.size(); last++) {
                int span = met.get(last) - met.get(last - times.times() + 1);
                if (span <= times.within().toSeconds() && met.get(last) > back) {
                    return true;
                }
            }
            return false;
        }

        private int newest(IntPredicate which) {
            return values.descendingMap().entrySet().stream()
                    .filter(entry -> which.test(entry.getValue()))
                    .findFirst()
                    .map(Map.Entry::getKey)
                    .orElse(Integer.MIN_VALUE);
        }
    }

    @Test
    void aLateThirdValueCompletesTheNumber() {
        Reported reported = new Reported(new Recurrence(3, Duration.ofSeconds(10)));

        assertThat(reported.after(List.of(new Stamped(1, MET), new Stamped(9, MET), new Stamped(5, MET))))
                .isTrue();
        assertThat(reported.changes.take()).containsExactly("MAJOR 90.0/80.0 at 5");
    }

    @Test
    void aLateThirdValueIsNotCountedAgainstANewerClearValue() {
        Reported reported = new Reported(new Recurrence(3, Duration.ofSeconds(10)));
        List<Stamped> values =
                List.of(new Stamped(1, MET), new Stamped(9, MET), new Stamped(12, BACK), new Stamped(5, MET));

        assertThat(reported.after(values)).isFalse();
        assertThat(reported.after(new Stamped(13, MET))).isTrue();
    }

    @Test
    void onePointSentThreeTimesCountsOnce() {
        Reported reported = new Reported(new Recurrence(3, Duration.ofSeconds(10)));

        assertThat(reported.after(Collections.nCopies(3, new Stamped(1, MET)))).isFalse();
        reported.after(List.of(new Stamped(2, MET), new Stamped(1, MET), new Stamped(2, MET)));
        assertThat(reported.condition.isRaised()).isFalse();
        assertThat(reported.after(new Stamped(3, MET))).isTrue();
    }

    @Test
    void theLastOfDifferentValuesAtOneStampCounts() {
        Recurrence three = new Recurrence(3, Duration.ofSeconds(10));

        assertThat(new Reported(three)
                        .after(List.of(
                                new Stamped(1, MET),
                                new Stamped(2, MET),
                                new Stamped(2, NEUTRAL),
                                new Stamped(3, MET))))
                .isFalse();
        assertThat(new Reported(three)
                        .after(List.of(
                                new Stamped(1, MET), new Stamped(2, BACK), new Stamped(2, MET), new Stamped(3, MET))))
                .isTrue();
        assertThat(new Reported(three)
                        .after(List.of(
                                new Stamped(1, MET), new Stamped(3, MET), new Stamped(1, BACK), new Stamped(2, MET))))
                .isFalse();
    }

    @Test
    void repeatsOfTheTimeBeforeItClearedDoNotCount() {
        Reported reported = new Reported(new Recurrence(3, Duration.ofSeconds(10)));
        List<Stamped> values =
                List.of(new Stamped(1, MET), new Stamped(5, MET), new Stamped(9, MET), new Stamped(10, BACK));
        reported.after(values);
        reported.after(values);

        assertThat(reported.after(new Stamped(11, MET))).isFalse();
    }

    /** Stamps differ, apart from repeats. At most one value fewer than required is overtaken. */
    @Test
    void everyStepMatchesTheOracle() {
        int raised = 0;
        for (int round = 0; round < 4_000; round++) {
            Recurrence times = recurrence();
            List<Stamped> values = shuffled(values(60, random.nextInt(3)), times.times());
            Reported reported = new Reported(times);
            Oracle oracle = new Oracle(times);
            for (Stamped each : values) {
                boolean expected = oracle.after(each);
                assertThat(reported.after(each))
                        .as("seed %d round %d %s %s of %s", seed, round, times, each, values)
                        .isEqualTo(expected);
                raised += expected ? 1 : 0;
            }
        }
        assertThat(raised).isBetween(20_000, 200_000);
    }

    /** The final state in any order is that of the stamps in order, unless the level clears meanwhile. */
    @Test
    void withoutClearValuesTheFinalStateIsThatInOrder() {
        int raised = 0;
        for (int round = 0; round < 4_000; round++) {
            Recurrence times = recurrence();
            List<Stamped> values = values(random.nextInt(40), 0);
            boolean inOrder = new Reported(times).after(values);
            assertThat(new Reported(times).after(shuffled(values, times.times())))
                    .as("seed %d round %d %s %s", seed, round, times, values)
                    .isEqualTo(inOrder);
            raised += inOrder ? 1 : 0;
        }
        assertThat(raised).isBetween(400, 3_600);
    }

    @Test
    void aNewestValueThatClearsDecidesInAnyOrder() {
        for (int round = 0; round < 4_000; round++) {
            List<Stamped> values = new ArrayList<>(values(random.nextInt(40), 1));
            values.add(new Stamped(1_000, BACK));
            Collections.shuffle(values, random);
            assertThat(new Reported(recurrence()).after(values))
                    .as("seed %d round %d %s", seed, round, values)
                    .isFalse();
        }
    }

    private Recurrence recurrence() {
        return new Recurrence(random.nextInt(2, 6), Duration.ofSeconds(random.nextInt(1, 20)));
    }

    /** Generates values in order. */
    private List<Stamped> values(int size, int backs) {
        List<Stamped> values = new ArrayList<>();
        int second = 100;
        for (int i = 0; i < size; i++) {
            second += random.nextInt(1, 8);
            int kind = random.nextInt(4 + backs);
            values.add(new Stamped(second, kind < 2 ? MET : kind < 4 ? NEUTRAL : BACK));
        }
        return values;
    }

    /** Delays some values by up to {@code most} - 1 places, and repeats some of the last ones. */
    private List<Stamped> shuffled(List<Stamped> values, int most) {
        List<Stamped> all = new ArrayList<>();
        List<Stamped> left = new ArrayList<>(values);
        int overtaken = 0;
        while (!left.isEmpty()) {
            boolean overtakes = overtaken < most - 1 && left.size() > 1 && random.nextInt(3) == 0;
            overtaken = overtakes ? overtaken + 1 : 0;
            all.add(left.remove(overtakes ? 1 : 0));
            if (random.nextInt(3) == 0) {
                all.add(all.get(all.size() - 1 - random.nextInt(Math.min(2, all.size()))));
            }
        }
        return all;
    }
}
