package io.weir.processing.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.junit.jupiter.api.Test;

class SeriesWindowsTest {

    private static final long SECOND = 1_000_000_000;
    private static final CellLayout SUM = CellLayout.of(List.of(AggregateFunction.SUM));
    private static final WindowSpec ONE_SECOND = new WindowSpec(SECOND, SECOND, 2 * SECOND, Repeats.REPLACE, SUM);
    private static final WindowSpec TEN_MINUTES_OF_GRACE =
            new WindowSpec(SECOND, SECOND, 600 * SECOND, Repeats.REPLACE, SUM);
    private static final WindowSpec THREE_EVERY_SECOND = new WindowSpec(3 * SECOND, SECOND, 0, Repeats.REPLACE, SUM);

    @Test
    void closesAWindowOnceTheSeriesHasPassedItsEndAndGrace() {
        SeriesWindows windows = new SeriesWindows(ONE_SECOND);
        add(windows, 100, 5);

        add(windows, 3 * SECOND - 1, 7);
        assertThat(windows.close()).isFalse();

        add(windows, 3 * SECOND, 9);
        assertThat(closed(windows)).containsExactly("0: 5.0");
    }

    @Test
    void refusesValuesOfAClosedWindow() {
        SeriesWindows windows = new SeriesWindows(ONE_SECOND);
        add(windows, 100, 5);
        add(windows, 3 * SECOND, 9);
        closed(windows);

        assertThat(Floats.add(windows, 999, 0, 1, true)).isEqualTo(Added.LATE);
        assertThat(Floats.add(windows, SECOND, 0, 1, true)).isEqualTo(Added.ADDED);
    }

    @Test
    void aWindowWithoutValuesClosesToo() {
        SeriesWindows windows = new SeriesWindows(ONE_SECOND);
        add(windows, 100, 5);
        add(windows, 10 * SECOND, 9);
        closed(windows);

        assertThat(Floats.add(windows, 7 * SECOND, 0, 1, true)).isEqualTo(Added.LATE);
        assertThat(Floats.add(windows, 8 * SECOND, 0, 1, true)).isEqualTo(Added.ADDED);
    }

    @Test
    void closesASilentSeriesByLogTimeInItsOwnClock() {
        SeriesWindows windows = new SeriesWindows(ONE_SECOND);
        long behind = 3600 * SECOND;
        Floats.add(windows, 500, 0, 1, true);
        windows.observe(500, 500 + behind, true);

        assertThat(windows.closesAtLogTime()).isEqualTo(behind + 3 * SECOND);
        assertThat(windows.closeAtLogTime(behind + 3 * SECOND - 1)).isFalse();
        assertThat(windows.closeAtLogTime(behind + 3 * SECOND)).isTrue();
        assertThat(windows.closesAtLogTime()).isEqualTo(SeriesWindows.NEVER);
    }

    @Test
    void logTimeClosesOnlyWindowsWithValues() {
        SeriesWindows windows = new SeriesWindows(ONE_SECOND);
        add(windows, 500, 1);
        windows.closeAtLogTime(100 * SECOND);

        assertThat(Floats.add(windows, SECOND - 1, 0, 1, true)).isEqualTo(Added.LATE);
        assertThat(Floats.add(windows, SECOND, 0, 1, true)).isEqualTo(Added.ADDED);
    }

    @Test
    void alignsWindowsBeforeTheEpochToo() {
        SeriesWindows windows = new SeriesWindows(ONE_SECOND);
        add(windows, -1, 5);
        add(windows, 5 * SECOND, 5);

        assertThat(closed(windows)).containsExactly("-1000000000: 5.0");
    }

    @Test
    void aValueIsInEachOverlappingWindow() {
        SeriesWindows windows = new SeriesWindows(THREE_EVERY_SECOND);
        add(windows, 2 * SECOND, 1);
        add(windows, 4 * SECOND, 10);

        assertThat(windows.open()).isEqualTo(5);
        assertThat(closed(windows)).containsExactly("0: 1.0", "1000000000: 1.0");
        assertThat(windows.open()).isEqualTo(3);

        add(windows, 60 * SECOND, 100);
        assertThat(closed(windows)).containsExactly("2000000000: 11.0", "3000000000: 10.0", "4000000000: 10.0");
    }

    @Test
    void aLateValueIsAddedToItsOpenWindows() {
        SeriesWindows windows = new SeriesWindows(THREE_EVERY_SECOND);
        add(windows, 2 * SECOND, 1);
        add(windows, 4 * SECOND, 10);
        closed(windows);

        assertThat(Floats.add(windows, 3 * SECOND, 0, 4, true)).isEqualTo(Added.LATE);
        assertThat(Floats.add(windows, 3 * SECOND, 0, 5, true)).isEqualTo(Added.LATE_REPEAT);
        assertThat(Floats.add(windows, SECOND, 0, 7, true)).isEqualTo(Added.LATE);
        assertThat(windows.closeAtLogTime(5 * SECOND)).isTrue();
        assertThat(windows.value(0, AggregateFunction.SUM)).isEqualTo(16);
    }

    @Test
    void acceptsTheEarliestAndLatestTimestamps() {
        SeriesWindows windows = new SeriesWindows(THREE_EVERY_SECOND);
        for (long stamp : new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 1, 0, Long.MAX_VALUE - 1, Long.MAX_VALUE}) {
            Floats.add(windows, stamp, 0, 1, true);
            windows.observe(stamp, 0, true);
            assertThat(closed(windows)).hasSizeLessThan(10);
        }
    }

    @Test
    void windowsOfFewFieldsAreSmall() {
        SeriesWindows windows = new SeriesWindows(TEN_MINUTES_OF_GRACE);
        int fields = 4_090;
        int stamps = 588;
        for (int field = 0; field < fields; field++) {
            Floats.add(windows, 0, field, 1, true);
        }
        for (int second = 1; second < stamps; second++) {
            Floats.add(windows, second * SECOND, second, 1, true);
        }

        assertThat(windows.open()).isEqualTo(stamps);
        // Each window with one field has a pane of eight columns, and the same space is in reserve.
        assertThat(windows.estimatedBytes()).isLessThan(fields * 150 + stamps * 2 * 8 * (SUM.size + 3) * Long.BYTES);
    }

    @Test
    void doesNotGrowWithoutPermission() {
        SeriesWindows windows = new SeriesWindows(new WindowSpec(SECOND, SECOND, 600 * SECOND, Repeats.COUNT, SUM));
        assertThat(Floats.add(windows, 0, 0, 1, false)).isEqualTo(Added.REFUSED);
        assertThat(Floats.add(windows, 0, 0, 1, true)).isEqualTo(Added.ADDED);
        assertThat(Floats.add(windows, SECOND, 0, 1, false)).isEqualTo(Added.ADDED);
        assertThat(Floats.add(windows, 2 * SECOND, 0, 1, false)).isEqualTo(Added.REFUSED);
        assertThat(windows.open()).isEqualTo(2);

        windows.observe(SECOND, 0, true);
        while (windows.closeAtLogTime(Long.MAX_VALUE / 2)) {
            assertThat(windows.count(0)).isEqualTo(1);
        }
        // The space is kept: a series that continues as before is not refused.
        assertThat(Floats.add(windows, 3600 * SECOND, 0, 1, false)).isEqualTo(Added.ADDED);
        windows.reset(Long.MIN_VALUE);
        assertThat(Floats.add(windows, 3600 * SECOND, 0, 1, false)).isEqualTo(Added.REFUSED);
    }

    @Test
    void memoryOfValuesAndOfSketchesCounts() throws IOException {
        WindowSpec spec = new WindowSpec(
                SECOND,
                SECOND,
                0,
                Repeats.COUNT,
                CellLayout.of(List.of(AggregateFunction.of("p90"), AggregateFunction.SUM)));
        SeriesWindows windows = new SeriesWindows(spec);
        Floats.add(windows, 0, 0, 1, true);
        long ofEight = windows.estimatedBytes();
        for (int more = 2; more <= 8; more++) {
            assertThat(Floats.add(windows, 0, 0, -more, false)).isEqualTo(Added.ADDED);
        }
        assertThat(Floats.add(windows, 0, 0, 9, false)).isEqualTo(Added.REFUSED);
        assertThat(windows.estimatedBytes()).isEqualTo(ofEight);
        for (int more = 9; more <= 64; more++) {
            Floats.add(windows, 0, 0, more, true);
        }
        // There is space for three entries, each as large as the largest.
        assertThat(windows.estimatedBytes() - ofEight).isEqualTo(3 * (64 - 8) * Double.BYTES);
        assertThat(Floats.add(windows, 0, 0, 65, false)).isEqualTo(Added.REFUSED);

        Floats.add(windows, 0, 0, 65, true);
        // A sketch of values of both signs, without the array of values.
        assertThat(windows.estimatedBytes() - ofEight).isEqualTo(3 * (320 + (256 + 128 - 8) * Double.BYTES));
        assertThat(Floats.add(windows, 0, 0, 1e300, false)).isEqualTo(Added.REFUSED);
        assertThat(Floats.add(windows, 0, 0, 1e300, true)).isEqualTo(Added.ADDED);
        assertThat(windows.estimatedBytes() - ofEight).isEqualTo(3 * (320 + (2048 + 128 - 8) * Double.BYTES));

        SeriesWindows again = new SeriesWindows(spec);
        again.read(new DataInputStream(new ByteArrayInputStream(written(windows))));
        assertThat(again.estimatedBytes()).isEqualTo(windows.estimatedBytes());
        assertThat(Floats.add(again, 0, 0, 1e100, false)).isEqualTo(Added.ADDED);
        assertThat(Floats.add(again, 0, 0, -1e300, false)).isEqualTo(Added.REFUSED);
    }

    @Test
    void resultsAreIntegersUntilTheFirstFloatAndThenNeverAgain() throws IOException {
        SeriesWindows windows = new SeriesWindows(new WindowSpec(SECOND, SECOND, 0, Repeats.REPLACE, SUM));
        addInteger(windows, 0, Long.MAX_VALUE);
        addInteger(windows, SECOND, 2);
        assertThat(windows.close()).isTrue();
        assertThat(windows.isInteger(0, AggregateFunction.SUM)).isTrue();
        assertThat(windows.integer(0, AggregateFunction.SUM)).isEqualTo(Long.MAX_VALUE);

        add(windows, SECOND + 1, 0.5);
        addInteger(windows, 2 * SECOND, 3);
        assertThat(windows.close()).isTrue();
        assertThat(windows.isInteger(0, AggregateFunction.SUM)).isFalse();
        assertThat(windows.value(0, AggregateFunction.SUM)).isEqualTo(2.5);

        SeriesWindows again = new SeriesWindows(new WindowSpec(SECOND, SECOND, 0, Repeats.REPLACE, SUM));
        again.read(new DataInputStream(new ByteArrayInputStream(written(windows))));
        addInteger(again, 3 * SECOND, 4);
        assertThat(again.close()).isTrue();
        assertThat(again.isInteger(0, AggregateFunction.SUM)).isFalse();
        assertThat(again.value(0, AggregateFunction.SUM)).isEqualTo(3);
    }

    @Test
    void refusesMorePanesThanItWrites() throws IOException {
        byte[] bytes = written(new SeriesWindows(ONE_SECOND));
        bytes[4 * Long.BYTES] = 0x7f;

        assertThatThrownBy(
                        () -> new SeriesWindows(ONE_SECOND).read(new DataInputStream(new ByteArrayInputStream(bytes))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("at most");
    }

    private static void add(SeriesWindows windows, long timestamp, double value) {
        Floats.add(windows, timestamp, 0, value, true);
        windows.observe(timestamp, timestamp, true);
    }

    private static void addInteger(SeriesWindows windows, long timestamp, long value) {
        windows.add(timestamp, 0, value, true, true);
        windows.observe(timestamp, timestamp, true);
    }

    private static List<String> closed(SeriesWindows windows) {
        List<String> closed = new ArrayList<>();
        while (windows.close()) {
            closed.add(windows.start() + ": " + windows.value(0, AggregateFunction.SUM));
        }
        return closed;
    }

    private static byte[] written(SeriesWindows windows) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        windows.write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }
}
