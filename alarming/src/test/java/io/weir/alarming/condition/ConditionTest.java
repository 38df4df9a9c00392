package io.weir.alarming.condition;

import static io.weir.alarming.condition.Changes.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.alarm.Flapping;
import io.weir.contract.rule.alarm.Level;
import io.weir.contract.rule.alarm.Levels;
import io.weir.contract.rule.alarm.Limit;
import io.weir.contract.rule.alarm.Recurrence;
import io.weir.contract.rule.alarm.States;
import io.weir.contract.rule.alarm.Stuck;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConditionTest {

    private final Changes changes = new Changes();

    /** Example values of Kapacitor's reset expressions, for two of its three levels. */
    @Test
    void levelsAreHeldUntilTheirClearValue() {
        Condition condition = new Condition(Changes.above(60, 50, 70, 60, 0));
        double[] values = {61, 73, 64, 85, 62, 56, 47};
        for (int i = 0; i < values.length; i++) {
            value(condition, i, values[i]);
        }

        assertThat(changes.take())
                .containsExactly(
                        "MINOR 61.0/60.0 at 0", "MAJOR 73.0/70.0 at 1", "MINOR 56.0/60.0 at 5", "OK 47.0/50.0 at 6");
    }

    /** The lines of late rules: a kill repeats them, and an instance that lost its turn may send older ones. */
    @Test
    void aRepeatedOrOlderLineOfALateRuleChangesNothing() {
        Condition condition = new Condition(Changes.above(3, 3, 5_000, 5_000, 0));
        value(condition, 10, 4);
        value(condition, 10, 4);
        value(condition, 8, -1);
        value(condition, 12, -1);
        value(condition, 10, 4);
        value(condition, 12, -1);

        assertThat(changes.take()).containsExactly("MINOR 4.0/3.0 at 10", "OK -1.0/3.0 at 12");
    }

    @Test
    void aSteadyValueSavesNothing() {
        Condition condition = new Condition(Changes.above(60, 50, 70, 60, 0));
        for (double steady : new double[] {10, 65, 75, 55, 10}) {
            value(condition, 0, steady);

            assertThat(value(condition, 0, steady)).as("at %s", steady).isFalse();
            assertThat(value(condition, 0, steady + 1)).as("near %s", steady).isFalse();
        }
    }

    @Test
    void aPendingChangeIsSavedWithItsValue() throws IOException {
        Condition condition = new Condition(Changes.above(60, 50, 70, 60, 10));
        assertThat(value(condition, 0, 65)).isTrue();
        assertThat(value(condition, 1, 66)).isTrue();
        Condition restored = copy(condition);

        assertThat(restored.tick(11_000, changes)).isTrue();
        assertThat(changes.take()).containsExactly("MINOR 66.0/60.0 at 10");
    }

    @Test
    void everyPartOfTheStateSurvives() throws IOException {
        Condition condition = new Condition(Changes.above(60, 50, 70, 60, 10));
        condition.value(100 * SECOND, Changes.number(65), 103_000, changes);
        condition.value(105 * SECOND, Changes.number(75), 108_500, changes);
        Condition restored = copy(condition);

        assertThat(restored.isOld(104 * SECOND)).isTrue();
        // MINOR is due at 110, with a clock difference of 3 s; MAJOR at 115, with 3.5 s.
        assertThat(restored.tick(113_000, changes)).isFalse();
        assertThat(restored.tick(113_001, changes)).isTrue();
        assertThat(restored.tick(118_500, changes)).isFalse();
        assertThat(restored.tick(118_501, changes)).isTrue();
        assertThat(changes.take()).containsExactly("MINOR 75.0/60.0 at 110", "MAJOR 75.0/70.0 at 115");
    }

    @Test
    void inSilenceEachLevelWaitsWithItsOwnLag() {
        Condition condition = new Condition(Changes.above(60, 50, 70, 60, 10));
        condition.value(100 * SECOND, Changes.number(65), 103_000, changes);
        condition.value(100 * SECOND, Changes.number(75), 105_500, changes);

        // Both are due at 110, with clock differences of 3 s and 5.5 s.
        condition.tick(113_001, changes);
        assertThat(changes.take()).containsExactly("MINOR 75.0/60.0 at 110");
        condition.tick(115_500, changes);
        assertThat(changes.take()).isEmpty();
        condition.tick(115_501, changes);
        assertThat(changes.take()).containsExactly("MAJOR 75.0/70.0 at 110");
    }

    @Test
    void aSettledConditionForgetsItsLastChange() {
        Condition condition = new Condition(Changes.above(60, 50, 70, 60, 0));
        value(condition, 100, 65);
        assertThat(condition.forget(200_000)).as("raised").isFalse();
        value(condition, 101, 20);
        assertThat(condition.forget(101_000)).as("just settled").isFalse();
        assertThat(condition.isPristine()).isFalse();
        assertThat(condition.isOld(99 * SECOND)).isTrue();

        assertThat(condition.forget(101_001)).isTrue();
        assertThat(condition.isPristine()).isTrue();
        assertThat(condition.isOld(99 * SECOND)).isFalse();
    }

    @Test
    void oneLevelIsEnough() {
        Condition condition = new Condition(Changes.plans(Optional.empty(), Optional.of(Limit.below(5, 10)), 0));
        value(condition, 1, 4);
        value(condition, 2, 9);
        value(condition, 3, 10);

        assertThat(changes.take()).containsExactly("MAJOR 4.0/5.0 at 1", "OK 10.0/10.0 at 3");
    }

    /** After a restart with an edited rule, new values clear a removed level. */
    @Test
    void aRemovedLevelDoesNotStayRaised() throws IOException {
        Condition before = new Condition(Changes.above(60, 50, 70, 60, 0));
        value(before, 1, 75);
        changes.take();
        Condition after = new Condition(Changes.plans(Optional.of(Limit.above(60, 50)), Optional.empty(), 0));
        after.read(in(before));

        value(after, 2, 75);
        value(after, 3, 20);
        assertThat(changes.take()).containsExactly("MINOR 75.0/60.0 at 2", "OK 20.0/50.0 at 3");
    }

    /** A lower level that the values never met is not raised instead. */
    @Test
    void aRemovedLevelRaisesLowerLevelsByValue() throws IOException {
        Condition before = new Condition(Changes.above(60, 50, 70, 60, 0));
        value(before, 1, 75);
        changes.take();
        Condition after = new Condition(Changes.plans(Optional.of(Limit.above(90, 80)), Optional.empty(), 3600));
        after.read(in(before));

        value(after, 2, 75);
        assertThat(changes.take()).containsExactly("OK 75.0/80.0 at 2");
    }

    /** An edited level restarts its count. */
    @Test
    void countsOfAnotherLimitAreDropped() throws IOException {
        Condition before = counting(Limit.above(10, 10));
        value(before, 1, 20);
        value(before, 2, 20);
        Condition same = counting(Limit.above(10, 10));
        same.read(in(before));
        Condition edited = counting(Limit.above(19, 19));
        edited.read(in(before));

        value(edited, 3, 20);
        assertThat(changes.take()).isEmpty();
        value(same, 3, 20);
        assertThat(changes.take()).containsExactly("MAJOR 20.0/10.0 at 3");
    }

    /** Log time was 50 min ahead. An earlier delay keeps its lag; a later one restarts now. */
    @Test
    void decreasingLogTimeEndsNoDelayEarly() {
        for (long beganMillis : new long[] {0, 3_090_000}) {
            Condition condition = new Condition(Changes.above(60, 50, 90, 80, 7_200));
            condition.value(0, Changes.number(70), beganMillis, changes);
            condition.goBack(100_000, 10 * SECOND);

            long lagMillis = Math.min(beganMillis, 100_000);
            condition.tick(7_200_000 + lagMillis, changes);
            assertThat(changes.take()).isEmpty();
            condition.tick(7_200_001 + lagMillis, changes);
            assertThat(changes.take()).containsExactly("MINOR 70.0/60.0 at 7200");
        }
    }

    /** Log time and the series were a year ahead; both are corrected. */
    @Test
    void decreasingLogTimeLimitsTheStamp() {
        Condition condition = new Condition(Changes.above(60, 50, 90, 80, 0));
        value(condition, 31_000_000, 20);
        assertThat(condition.goBack(5_000, 10 * SECOND)).isTrue();

        value(condition, 15, 70);
        assertThat(changes.take()).containsExactly("MINOR 70.0/60.0 at 15");
    }

    /** The value at 6 arrives after the one at 8, and after a crash. */
    @Test
    void aLateValueInterruptsTheDelayThatIncludesIt() throws IOException {
        Condition condition = new Condition(Changes.above(60, 50, 90, 80, 10));
        value(condition, 0, 65);
        assertThat(value(condition, 8, 65)).as("saved, for a crash").isTrue();
        Condition restored = copy(condition);
        assertThat(restored.isOld(6 * SECOND)).isTrue();
        assertThat(restored.value(6 * SECOND, Changes.number(20), 9_000, changes))
                .isTrue();

        restored.tick(18_000, changes);
        assertThat(changes.take()).isEmpty();
        restored.tick(18_001, changes);
        assertThat(changes.take()).containsExactly("MINOR 65.0/60.0 at 18");
    }

    @Test
    void aLateValueBeforeTheDelayDoesNotInterruptIt() {
        Condition condition = new Condition(Changes.above(60, 50, 90, 80, 10));
        value(condition, 1, 65);
        value(condition, 8, 65);
        condition.value(SECOND - 1, Changes.number(20), 9_000, changes);
        condition.value(5 * SECOND, Changes.number(66), 9_000, changes);

        value(condition, 11, 65);
        assertThat(changes.take()).containsExactly("MINOR 65.0/60.0 at 11");
    }

    @Test
    void integersBeyondDoublePrecisionDiffer() {
        Condition stuck = condition(new Stuck(Duration.ofSeconds(2)));
        Condition equal = condition(new States(false, List.of("9007199254740993")));
        for (int second = 0; second < 5; second++) {
            Reading next = Reading.of(BigDecimal.valueOf(9007199254740992L + second));
            stuck.value(second * SECOND, next, second * 1000L, changes);
            equal.value(second * SECOND, next, second * 1000L, changes);
        }
        assertThat(changes.take())
                .containsExactly("MAJOR 9.007199254740992E15/NaN at 1", "OK 9.007199254740994E15/NaN at 2");
    }

    @Test
    void extremeTimestampsAreHandled() {
        for (long timestamp : new long[] {Long.MIN_VALUE + 2, Long.MAX_VALUE - 1}) {
            Condition condition = new Condition(Changes.above(60, 50, 70, 60, 3600));
            condition.value(timestamp, Changes.number(99), 1_000, changes);
            condition.tick(Long.MAX_VALUE / 1_000_000, changes);
            condition.tick(0, changes);
            if (!condition.isOld(timestamp)) {
                condition.value(timestamp, Changes.number(99), 2_000, changes);
            }
        }
        assertThat(changes.take()).allMatch(change -> change.startsWith("MAJOR 99.0/70.0"));
    }

    private boolean value(Condition condition, long seconds, double value) {
        return condition.value(seconds * SECOND, Changes.number(value), seconds * 1000, changes);
    }

    /** A rule changes to another kind of level: saved state of the old kind is not used. */
    @Test
    void stateOfAnotherTriggerKindIsIgnored() throws IOException {
        List<Level> kinds = List.of(
                Limit.above(60, 50),
                new States(false, List.of("65")),
                new Stuck(Duration.ofSeconds(10)),
                new Flapping(new Recurrence(2, Duration.ofSeconds(10))));
        for (Level from : kinds) {
            for (Level to : kinds) {
                Condition before = condition(from);
                for (int second = 0; second <= 20; second++) {
                    value(before, second, second % 2 == 0 ? 65 : 65 + second / 10);
                }
                boolean wasRaised = before.isRaised();
                Condition after = condition(to);
                after.read(in(before));

                assertThat(after.isRaised()).as("%s to %s", from, to).isEqualTo(wasRaised);
                value(after, 100, 10);
                value(after, 101, 10);
                assertThat(after.isRaised()).as("%s to %s", from, to).isFalse();
            }
        }
        changes.take();
    }

    @Test
    void wordsAreTextsNumbersAndTruths() {
        Condition condition = condition(new States(false, List.of("DOWN", "3", "true")));
        Reading truth = new Reading();
        truth.showTruth(true);
        List<Reading> readings = List.of(
                Changes.text("DOWN"),
                Changes.text("UP"),
                Changes.number(3),
                Changes.number(3.5),
                Changes.text("3"),
                Changes.text("DOWN "),
                truth,
                Changes.number(1));
        for (int i = 0; i < readings.size(); i++) {
            condition.value(i * SECOND, readings.get(i), i * 1000L, changes);
        }
        assertThat(changes.take())
                .containsExactly(
                        "MAJOR DOWN/NaN at 0",
                        "OK UP/NaN at 1",
                        "MAJOR 3.0/NaN at 2",
                        "OK 3.5/NaN at 3",
                        "MAJOR 3/NaN at 4",
                        "OK DOWN /NaN at 5",
                        "MAJOR true/NaN at 6",
                        "OK 1.0/NaN at 7");
    }

    @Test
    void limitsAreAboutNumbersOnly() {
        assertThat(condition(Limit.above(60, 50)).accepts(Changes.text("x"))).isFalse();
        assertThat(condition(new Stuck(Duration.ofSeconds(10))).accepts(Changes.text("x")))
                .isTrue();
    }

    /** Counted values are forgotten only after they are older than the counted span, too. */
    @Test
    void countsAreKeptForTheirWholeSpan() {
        Condition condition = condition(new Flapping(new Recurrence(2, Duration.ofSeconds(100))));
        value(condition, 0, 1);
        value(condition, 10, 2);

        assertThat(condition.forget(110_000)).isFalse();
        assertThat(condition.forget(110_001)).isTrue();
        value(condition, 20, 1);
        value(condition, 30, 2);
        assertThat(condition.isRaised()).isFalse();
    }

    private static Condition condition(Level major) {
        return new Condition(Changes.plans(Optional.empty(), Optional.of(major), 0));
    }

    private static Condition counting(Level major) {
        return new Condition(LevelPlan.of(new Levels(
                Optional.empty(),
                Optional.of(major),
                Optional.empty(),
                Duration.ZERO,
                Duration.ZERO,
                Optional.of(new Recurrence(3, Duration.ofHours(1))))));
    }

    private static Condition copy(Condition condition) throws IOException {
        Condition copy = new Condition(Changes.above(60, 50, 70, 60, 10));
        copy.read(in(condition));
        return copy;
    }

    private static DataInputStream in(Condition condition) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        condition.write(new DataOutputStream(bytes));
        return new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    }
}
