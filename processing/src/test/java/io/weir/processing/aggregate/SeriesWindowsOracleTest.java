package io.weir.processing.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.Repeats;
import io.weir.processing.aggregate.cell.CellLayout;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random series of several fields, out of order, with duplicates, late values, silences and
 * restarts: every function of every window equals that of a simple oracle.
 */
class SeriesWindowsOracleTest {

    private static final int ROUNDS = Boolean.getBoolean("weir.test.long") ? 60 : 20;
    private static final long SECOND = 1_000_000_000;
    private static final List<AggregateFunction> ALL = Stream.of(
                    "mean",
                    "min",
                    "max",
                    "sum",
                    "count",
                    "stddev",
                    "spread",
                    "first",
                    "last",
                    "rate",
                    "increase",
                    "integral",
                    "time-average",
                    "median",
                    "mad",
                    "distinct",
                    "p90")
            .map(AggregateFunction::of)
            .toList();

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 60})
    void everyFunctionOfEveryWindowIsAsComputedFromAllItsValues(int overlap) throws IOException {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        for (int round = 0; round < ROUNDS; round++, seed++) {
            Random random = new Random(seed);
            List<AggregateFunction> functions =
                    random.nextBoolean() ? ALL : List.of(ALL.get(random.nextInt(ALL.size())));
            Repeats repeats = random.nextBoolean() ? Repeats.REPLACE : Repeats.COUNT;
            boolean isTight = random.nextBoolean();
            if (isTight && repeats == Repeats.REPLACE) {
                functions = functions.stream()
                        .filter(SeriesWindowsOracleTest::isOfAnyOrder)
                        .toList();
            }
            WindowSpec spec = new WindowSpec(
                    overlap * SECOND, SECOND, random.nextInt(3) * SECOND / 2, repeats, CellLayout.of(functions));
            run(spec, functions, isTight, random, "seed " + seed + " functions " + functions + " repeats " + repeats);
        }
    }

    /** Whether the order of arrival does not matter for values that have no memory for points. */
    private static boolean isOfAnyOrder(AggregateFunction function) {
        return !function.isOfOneSeries();
    }

    private static void run(
            WindowSpec spec, List<AggregateFunction> functions, boolean isTight, Random random, String run)
            throws IOException {
        WindowOracle oracle = new WindowOracle(spec);
        SeriesWindows windows = new SeriesWindows(spec);
        long now = random.nextInt(100) * SECOND;
        int fields = random.nextBoolean() ? 3 : 30;
        int windowsSeen = 0;
        int lateSeen = 0;
        for (int i = 0; i < 300; i++) {
            now += random.nextInt(50) == 0 ? random.nextInt(200) * SECOND : random.nextInt((int) SECOND / 2);
            // Stamps in tenths of a second are often equal.
            long stamp = (now + (long) (random.nextGaussian() * SECOND)) / (SECOND / 10) * (SECOND / 10);
            int field = random.nextInt(1 + i * fields / 300);
            double value = random.nextInt(1_000);
            long bytes = windows.estimatedBytes();
            if (isTight && spec.repeats() == Repeats.REPLACE) {
                // Without memory for points, repeats would count.
                stamp += i;
            }
            Added added = Floats.add(windows, stamp, field, value, !isTight || random.nextInt(5) > 0);
            if (added == Added.REFUSED) {
                assertThat(windows.estimatedBytes()).as(run).isEqualTo(bytes);
                continue;
            }
            Added expected = oracle.add(stamp, field, value);
            assertThat(checked(added)).as(run).isEqualTo(expected);
            lateSeen += checked(added) == Added.LATE ? 1 : 0;
            oracle.observe(stamp, now);
            windows.observe(stamp, now, true);
            while (windows.close()) {
                compare(windows, oracle.close(oracle.watermark()), functions, run);
                windowsSeen++;
            }
            assertThat(oracle.close(oracle.watermark())).as(run).isNull();
            if (random.nextInt(20) == 0) {
                long logNanos = now + random.nextInt(100) * SECOND / 10;
                while (windows.closeAtLogTime(logNanos)) {
                    compare(windows, oracle.close(logNanos - oracle.lag()), functions, run);
                    windowsSeen++;
                }
                assertThat(oracle.close(logNanos - oracle.lag())).as(run).isNull();
            }
            assertThat(windows.open()).as(run).isEqualTo(oracle.open());
            if (random.nextInt(20) == 0) {
                windows = restarted(windows, spec);
            }
        }
        assertThat(windowsSeen).as(run).isGreaterThan(10);
        assertThat(lateSeen).as(run).isPositive();
    }

    private static void compare(
            SeriesWindows windows,
            WindowOracle.@Nullable Window closed,
            List<AggregateFunction> functions,
            String run) {
        WindowOracle.Window expected = Objects.requireNonNull(closed, run);
        assertThat(windows.start()).as(run).isEqualTo(expected.start());
        Map<Integer, Long> counts = new TreeMap<>();
        Map<Integer, Integer> columns = new HashMap<>();
        for (int column = 0; column < windows.columns(); column++) {
            if (windows.count(column) > 0) {
                counts.put(windows.field(column), windows.count(column));
                columns.put(windows.field(column), column);
            }
        }
        assertThat(counts).as(run).isEqualTo(expected.counts());
        for (int field : counts.keySet()) {
            for (AggregateFunction function : functions) {
                double exact = expected.value(field, function);
                double tolerance =
                        counts.getOrDefault(field, 0L) > 64 ? tolerance(expected, field, function, exact) : 0;
                assertThat(windows.value(Objects.requireNonNull(columns.get(field)), function))
                        .as("%s: window %d field %d %s", run, windows.start(), field, function.spelling())
                        .satisfies(value -> {
                            if (Double.isNaN(exact)) {
                                assertThat(value).isNaN();
                            } else {
                                assertThat(value).isCloseTo(exact, within(tolerance + 1e-9));
                            }
                        });
            }
        }
    }

    /** The error of a function over more values than are kept. */
    private static double tolerance(WindowOracle.Window expected, int field, AggregateFunction function, double exact) {
        return switch (function.kind()) {
            case QUANTILE -> exact * 0.01;
            case MAD -> exact * 0.01 + expected.value(field, AggregateFunction.MEDIAN) * 0.02;
            default -> 0;
        };
    }

    private static SeriesWindows restarted(SeriesWindows windows, WindowSpec spec) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        windows.write(new DataOutputStream(bytes));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        SeriesWindows again = new SeriesWindows(spec);
        again.read(in);
        assertThat(again.estimatedBytes()).isEqualTo(windows.estimatedBytes());
        assertThat(in.available()).isZero();
        return again;
    }

    /** The oracle remembers all timestamps. */
    private static Added checked(Added added) {
        return switch (added) {
            case UNCHECKED -> Added.ADDED;
            case LATE_UNCHECKED -> Added.LATE;
            default -> added;
        };
    }
}
