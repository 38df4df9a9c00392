package io.weir.processing.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.aggregate.GroupRule;
import io.weir.processing.aggregate.group.Cells;
import io.weir.processing.aggregate.group.GroupKey;
import io.weir.processing.aggregate.group.GroupPlan;
import io.weir.processing.aggregate.group.GroupShape;
import io.weir.processing.aggregate.group.PartialWindow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OverlappingValueContributionsTest {

    private static final long SECOND = 1_000_000_000;
    private static final String JOINS = "functions: [sum], window: 3s, every: 1s";
    private static final long EVERY = 3;
    private static final int OVERLAP = 5;
    private static final int ROUNDS = 50;

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());

    /** docs/rules/semantics.md has these figures. */
    @ParameterizedTest
    @CsvSource({"mean, replace, 452", "rate, replace, 548", "mean, count, 404"})
    void memoryIsAsDocumented(String of, String repeats, long bytes) {
        ValueContributions windows =
                windows(shape("functions: [sum], window: 10s, every: 1s, of: " + of + ", repeats: " + repeats));
        windows.add(0, 0, 1, true, Long.MIN_VALUE, true);
        windows.add(SECOND, 0, 1, true, Long.MIN_VALUE, true);
        assertThat(windows.estimatedBytes()).isEqualTo(bytes);
        assertThat(windows.open()).isEqualTo(11);
    }

    @Test
    void aLateValueOpensNoWindowThatHasClosed() throws IOException {
        GroupShape shape = shape(JOINS);
        ValueContributions windows = windows(shape);
        assertThat(windows.add(3 * SECOND, 0, 1, true, 7 * SECOND, true)).isEqualTo(Added.LATE);
        assertThat(windows.add(3 * SECOND, 0, 2, true, 7 * SECOND, true)).isEqualTo(Added.LATE_REPEAT);
        assertThat(windows.nextStart()).isEqualTo(3 * SECOND);
        assertThat(windows.open()).isEqualTo(1);
        assertThat(windows.add(2 * SECOND, 0, 1, true, 7 * SECOND, true)).isEqualTo(Added.LATE);
        assertThat(again(windows, shape).nextStart()).isEqualTo(3 * SECOND);
    }

    /** It may be there already, so a revised result with it could be wrong. */
    @Test
    void aLateValueBeforeAllPointsIsUnchecked() {
        ValueContributions windows = windows(shape("functions: [sum], window: 6s, every: 2s"));
        for (int i = 0; i <= Points.MOST; i++) {
            windows.add(100 * SECOND + i, 0, 1, true, Long.MIN_VALUE, true);
        }
        assertThat(windows.add(100 * SECOND - 1, 0, 1, true, 103 * SECOND, true))
                .isEqualTo(Added.LATE_UNCHECKED);
    }

    /** Else the value would be in windows that it does not belong to. */
    @Test
    void aValueBeforeTheClosedWindowsIsLateWhenTimeGoesBack() {
        ValueContributions windows = windows(shape(JOINS));
        assertThat(windows.add(98 * SECOND, 0, 1, true, 102 * SECOND + 1, true)).isEqualTo(Added.LATE);
        assertThat(windows.add(50 * SECOND, 0, 1, true, 50 * SECOND, true)).isEqualTo(Added.LATE);
        assertThat(windows.nextStart()).isEqualTo(98 * SECOND);
    }

    /** A clock of results may move on before its windows close. */
    @Test
    void aLateValueSkipsNoWindowThatIsDue() {
        ValueContributions windows = windows(shape(JOINS));
        assertThat(windows.add(0, 0, 1, true, 0, true)).isEqualTo(Added.OPENED);
        assertThat(windows.add(3 * SECOND, 0, 1, true, 7 * SECOND, true)).isEqualTo(Added.LATE);
        assertThat(windows.nextStart()).isEqualTo(-2 * SECOND);
    }

    /** A store refuses a field whose type changes to and fro. */
    @Test
    void resultsStayFloats() {
        GroupShape shape = shape("functions: [max], window: 3s, every: 1s");
        ValueContributions windows = windows(shape);
        windows.add(0, 0, Double.doubleToRawLongBits(1.5), false, Long.MIN_VALUE, true);
        windows.add(3 * SECOND, 0, 2, true, Long.MIN_VALUE, true);
        GroupPlan plan = new GroupPlan(GroupKey.of(shape, new byte[0]), new byte[0], new long[0]);
        for (long start = -2; start <= 3; start++) {
            assertThat(windows.nextStart()).isEqualTo(start * SECOND);
            PartialWindow window = new PartialWindow(shape, start * SECOND);
            windows.contribute(window, plan);
            assertThat(window.column(0).isOfIntegers(0)).as("from %d s", start).isFalse();
        }
    }

    /** The group must know of each window whose revised result may lack the value. */
    @ParameterizedTest
    @ValueSource(strings = {"fields: [v], functions: [sum], of: sum", "exponential: v, functions: [p50]"})
    void aMissingValueIsReportedForEachOpenWindow(String keys) {
        GroupShape shape = GroupShape.of(
                        rule(keys + ", window: 6s, every: 2s, late: revise, for: 10s"), 1, Duration.ZERO, 0)
                .get(1);
        Contributions windows = Contributions.of(shape);
        // Windows close 12 s after their end.
        windows.miss(105 * SECOND, (100 + 6 + 12) * SECOND);
        assertThat(windows.isOpen()).isTrue();
        GroupPlan plan = new GroupPlan(GroupKey.of(shape, new byte[0]), new byte[0], new long[0]);
        for (long start = 102; start <= 111; start += 2) {
            assertThat(windows.nextStart()).isEqualTo(start * SECOND);
            windows.contribute(new PartialWindow(shape, start * SECOND), plan);
        }
        assertThat(windows.isOpen()).isFalse();
    }

    /** Values that have no space as points, and saved state, change nothing. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "functions: [sum], of: increase",
                "functions: [sum], of: integral, repeats: count",
                "functions: [min, count], of: last",
                "functions: [p50, stddev]",
                "functions: [distinct], repeats: count"
            })
    void everyNthWindowIsOneThatTumbles(String keys) throws IOException {
        GroupShape overlapping = shape(keys + hold(keys) + ", window: 15s, every: 3s");
        GroupShape tumbling = shape(keys + hold(keys) + ", window: 15s");
        for (int round = 0; round < ROUNDS; round++) {
            long roundSeed = seed + round;
            Map<Long, String> expected = new TreeMap<>();
            for (int shift = 0; shift < OVERLAP; shift++) {
                expected.putAll(results(tumbling, shift * EVERY * SECOND, roundSeed));
            }
            assertThat(results(overlapping, 0, roundSeed))
                    .as("seed %d round %d", seed, round)
                    .isEqualTo(expected);
        }
    }

    /** The values of the functions in each window, by its start. */
    private static Map<Long, String> results(GroupShape shape, long shift, long seed) throws IOException {
        Random random = new Random(seed);
        // What is refused memory differs between the windows that are compared, but no value.
        Random memory = new Random(seed + shift);
        ValueContributions windows = windows(shape);
        GroupPlan plan = new GroupPlan(GroupKey.of(shape, new byte[0]), new byte[0], new long[0]);
        Map<Long, String> results = new TreeMap<>();
        long stamp = 100 * SECOND;
        for (int i = 0; i < 200; i++) {
            stamp +=
                    1 + (random.nextInt(20) == 0 ? random.nextInt(40) : random.nextInt(2)) * SECOND + random.nextInt(9);
            contribute(windows, shape, plan, stamp - shift, shift, results);
            long value = random.nextInt(10);
            boolean mayGrow = i < 10 || memory.nextInt(4) == 0;
            boolean isInteger = i < 20;
            long bits = isInteger ? value : Double.doubleToRawLongBits((double) value);
            Added added = windows.add(stamp - shift, 0, bits, isInteger, stamp - shift, mayGrow);
            if (added.isRefusal()) {
                added = windows.add(stamp - shift, 0, bits, isInteger, stamp - shift, true);
            }
            assertThat(added).isIn(Added.ADDED, Added.OPENED);
            if (memory.nextInt(10) == 0) {
                windows = again(windows, shape);
            }
        }
        contribute(windows, shape, plan, Long.MAX_VALUE - 1, shift, results);
        assertThat(windows.open()).isZero();
        return results;
    }

    private static String hold(String keys) {
        return keys.contains("of: last") ? ", hold: 0s" : "";
    }

    private static void contribute(
            ValueContributions windows,
            GroupShape shape,
            GroupPlan plan,
            long now,
            long shift,
            Map<Long, String> results) {
        while (windows.closesAt() <= now) {
            long start = windows.nextStart();
            PartialWindow window = new PartialWindow(shape, start);
            windows.contribute(window, plan);
            StringBuilder text = new StringBuilder();
            for (int column = 0; column < shape.columns().size(); column++) {
                Cells cells = window.column(column);
                text.append(cells.count(0)).append(' ');
                for (var function : shape.columns().get(column).functions()) {
                    text.append(cells.count(0) == 0 ? "none" : cells.value(0, function))
                            .append(' ');
                }
            }
            results.put(start + shift, text.toString());
        }
    }

    private static ValueContributions windows(GroupShape shape) {
        return (ValueContributions) Contributions.of(shape);
    }

    private static ValueContributions again(ValueContributions windows, GroupShape shape) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        windows.write(new DataOutputStream(bytes));
        ValueContributions again = windows(shape);
        again.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        assertThat(again.estimatedBytes()).isEqualTo(windows.estimatedBytes());
        return again;
    }

    private static GroupShape shape(String keys) {
        return GroupShape.of(rule("fields: [v], " + keys));
    }

    private static GroupRule rule(String keys) {
        return RuleLoader.parse("rules.yaml", """
                version: 1
                aggregate:
                  - {name: a, match: {measurement: m}, by: [], grace: 2s, %s}
                """.formatted(keys)).groups().get(0);
    }
}
