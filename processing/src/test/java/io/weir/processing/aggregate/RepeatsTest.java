package io.weir.processing.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.Repeats;
import io.weir.processing.aggregate.cell.CellLayout;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Repeats in windows with many values, and without memory for them, against a simple oracle. */
class RepeatsTest {

    private static final long HOUR = 3_600_000_000_000L;
    private static final List<AggregateFunction> FUNCTIONS = Stream.of("sum", "count", "min", "max", "last")
            .map(AggregateFunction::of)
            .toList();
    private static final WindowSpec SPEC = spec(FUNCTIONS, Repeats.REPLACE);

    /** The stamps that are remembered with their values, and the values of forgotten ones. */
    private static final class Oracle {
        private final TreeMap<Long, Long> known = new TreeMap<>();
        private final List<Long> forgotten = new ArrayList<>();
        private int capacity = 1;

        Added add(long stamp, long value, boolean mayGrow) {
            if (known.containsKey(stamp)) {
                known.put(stamp, value);
                return Added.REPLACED;
            }
            if (!forgotten.isEmpty() && stamp < known.firstKey()) {
                forgotten.add(value);
                return Added.UNCHECKED;
            }
            known.put(stamp, value);
            if (known.size() > capacity && mayGrow && capacity < 1024) {
                capacity = Math.min(1024, capacity + capacity / 4 + 1);
            } else if (known.size() > capacity) {
                forgotten.add(known.pollFirstEntry().getValue());
            }
            return Added.ADDED;
        }

        List<Long> all() {
            return Stream.concat(forgotten.stream(), known.values().stream()).toList();
        }
    }

    @Test
    void eachStampThatIsRememberedCountsOnce() throws IOException {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        for (int round = 0; round < 200; round++, seed++) {
            Random random = new Random(seed);
            int values = random.nextInt(4_000);
            boolean isTight = random.nextBoolean();
            int jitter = 1 + random.nextInt(300);
            Oracle oracle = new Oracle();
            SeriesWindows windows = new SeriesWindows(SPEC);
            for (int i = 0; i < values; i++) {
                long stamp = Math.max(0, i - random.nextInt(jitter));
                // The first value needs memory for the field and the window.
                boolean mayGrow = i == 0 || !isTight || random.nextInt(50) == 0;
                long value = random.nextInt(1_000);
                assertThat(Floats.added(windows.add(stamp, 0, value, true, mayGrow)))
                        .as("seed %d value %d", seed, i)
                        .isEqualTo(oracle.add(stamp, value, mayGrow));
                if (random.nextInt(100) == 0) {
                    windows = restarted(windows);
                }
            }
            windows.closeAtLogTime(2 * HOUR);
            if (values > 0) {
                check(windows, oracle.all(), "seed " + seed);
                assertThat(windows.integer(0, AggregateFunction.LAST))
                        .as("seed %d", seed)
                        .isEqualTo(oracle.known.lastEntry().getValue());
            }
        }
    }

    private static void check(SeriesWindows windows, List<Long> values, String run) {
        assertThat(windows.integer(0, AggregateFunction.SUM))
                .as(run)
                .isEqualTo(values.stream().mapToLong(each -> each).sum());
        assertThat(windows.count(0)).as(run).isEqualTo(values.size());
        assertThat(windows.integer(0, AggregateFunction.of("min")))
                .as(run)
                .isEqualTo(values.stream().mapToLong(each -> each).min().orElseThrow());
        assertThat(windows.integer(0, AggregateFunction.MAX))
                .as(run)
                .isEqualTo(values.stream().mapToLong(each -> each).max().orElseThrow());
    }

    @Test
    void theTypeOfAReplacedValueDoesNotMatter() {
        SeriesWindows windows = new SeriesWindows(SPEC);
        windows.add(1, 0, 10, true, true);
        windows.add(2, 0, 20, true, true);
        assertThat(Floats.add(windows, 1, 0, 0.5, true)).isEqualTo(Added.REPLACED);
        assertThat(windows.add(1, 0, Long.MAX_VALUE - 20, true, true)).isEqualTo(Added.REPLACED);
        windows.closeAtLogTime(2 * HOUR);

        assertThat(windows.isInteger(0, AggregateFunction.SUM)).isTrue();
        assertThat(windows.integer(0, AggregateFunction.SUM)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void percentilesOfManyValuesNeedMemory() {
        SeriesWindows windows = new SeriesWindows(spec(List.of(AggregateFunction.of("p90")), Repeats.REPLACE));
        for (int i = 0; i < 1024; i++) {
            assertThat(Floats.add(windows, i, 0, i, true)).isEqualTo(Added.ADDED);
        }
        long before = windows.estimatedBytes();
        assertThat(Floats.add(windows, 1024, 0, 1024, false)).isEqualTo(Added.REFUSED);
        assertThat(windows.estimatedBytes()).isEqualTo(before);
        assertThat(Floats.add(windows, 1023, 0, 300, false)).isEqualTo(Added.REPLACED);

        assertThat(Floats.add(windows, 1024, 0, 1024, true)).isEqualTo(Added.ADDED);
        assertThat(Floats.add(windows, 1025, 0, 1025, false)).isEqualTo(Added.ADDED);
        assertThat(Floats.add(windows, 1023, 0, 300, false)).isEqualTo(Added.REPLACED);
        assertThat(Floats.add(windows, 0, 0, 5, false)).isEqualTo(Added.UNCHECKED);
    }

    @Test
    void closingAWindowTakesNoMemory() {
        AggregateFunction p90 = AggregateFunction.of("p90");
        SeriesWindows windows = new SeriesWindows(spec(List.of(p90), Repeats.REPLACE));
        for (int i = 0; i < 1_024; i++) {
            Floats.add(windows, i, 0, (i % 2 == 0 ? 1 : -1) * Math.pow(10, i % 300), true);
        }
        long before = windows.estimatedBytes();
        assertThat(windows.closeAtLogTime(2 * HOUR)).isTrue();
        assertThat(windows.value(0, p90)).isPositive();
        windows.releaseClosed();
        assertThat(windows.estimatedBytes()).isEqualTo(before);
    }

    private static WindowSpec spec(List<AggregateFunction> functions, Repeats repeats) {
        return new WindowSpec(HOUR, HOUR, 0, repeats, CellLayout.of(functions));
    }

    private static SeriesWindows restarted(SeriesWindows windows) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        windows.write(new DataOutputStream(bytes));
        SeriesWindows again = new SeriesWindows(SPEC);
        again.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        assertThat(again.estimatedBytes()).isEqualTo(windows.estimatedBytes());
        return again;
    }
}
