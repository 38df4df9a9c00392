package io.weir.standalone.send;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesReader;
import java.lang.management.ManagementFactory;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WorkloadTest {
    private static final long NOW = ManualTime.START_EPOCH_NANOS;
    private static final int PER_DATAGRAM = 10;

    private final LineReader line = new LineReader();
    private final SeriesReader series = new SeriesReader();

    @Test
    void standardLinesAreThoseOfTheDesign() {
        Workload workload = new Workload(WorkloadShape.standard(7), (which, stamp) -> {});
        byte[] datagram = new byte[workload.longest(PER_DATAGRAM)];
        Set<String> seen = new HashSet<>();
        Set<String> stamped = new HashSet<>();
        int datagrams = WorkloadShape.STANDARD_SERIES / PER_DATAGRAM;
        long bytes = 0;
        int late = 0;
        long newest = 0;
        for (int i = 0; i < 2 * datagrams; i++) {
            // In half of the calls the clock has not advanced.
            int length = workload.write(datagram, PER_DATAGRAM, NOW + i / 2 * 2_000L);
            bytes += length;
            line.wrap(datagram, 0, length);
            int lines = 0;
            while (line.next()) {
                lines++;
                assertThat(line.error()).isEqualTo(LineError.NONE);
                assertThat(series.read(datagram, line.seriesStart(), line.seriesEnd()))
                        .isEqualTo(LineError.NONE);
                assertThat(series.tagCount()).isEqualTo(3);
                assertThat(line.fieldCount()).isEqualTo(1);
                String name = new String(datagram, line.seriesStart(), line.seriesEnd() - line.seriesStart(), UTF_8);
                assertThat(stamped.add(name + line.timestamp()))
                        .as("%s has the stamp %d once", name, line.timestamp())
                        .isTrue();
                assertThat(seen.add(name)).as("%s is new", name).isEqualTo(i < datagrams);
                late += line.timestamp() < newest ? 1 : 0;
                newest = Math.max(newest, line.timestamp());
            }
            assertThat(lines).isEqualTo(PER_DATAGRAM);
        }
        assertThat(seen).hasSize(WorkloadShape.STANDARD_SERIES);
        assertThat(late / 200_000.0).as("share out of order").isCloseTo(0.01, within(0.001));
        assertThat(bytes / 200_000.0).as("bytes per line").isBetween(85.0, 95.0);
    }

    @Test
    void badLinesAreAsManyAsSaidAndRefusedForWhatTheyAre() {
        WorkloadShape shape = new WorkloadShape("cpu", 1_000, 5, ValuePattern.SINE, 3);
        Workload workload = new Workload(shape, (which, stamp) -> {});
        byte[] datagram = new byte[workload.longest(PER_DATAGRAM)];
        LineCount count = new LineCount();
        Map<LineError, Integer> reasons = new EnumMap<>(LineError.class);
        long bad = 0;
        for (int i = 0; i < 10_000; i++) {
            int length = workload.write(datagram, PER_DATAGRAM, NOW);
            count.read(datagram, length);
            assertThat(count.lines()).isEqualTo(PER_DATAGRAM);
            bad += count.bad();
            line.wrap(datagram, 0, length);
            while (line.next()) {
                LineError error = line.error() == LineError.NONE
                        ? series.read(datagram, line.seriesStart(), line.seriesEnd())
                        : line.error();
                reasons.merge(error, 1, Integer::sum);
            }
        }

        assertThat(workload.bad()).isEqualTo(bad);
        assertThat(bad / 100_000.0).isCloseTo(0.05, within(0.005));
        for (BadLine kind : BadLine.values()) {
            assertThat(reasons.get(kind.error())).as(kind.name()).isCloseTo((int) (bad / 8), within(1));
        }
        assertThat(reasons).hasSize(BadLine.values().length + 1);
    }

    @ParameterizedTest
    @EnumSource
    void valuesStayWithinAHundred(ValuePattern pattern) {
        WorkloadShape shape = new WorkloadShape("cpu", 3, 0, pattern, 5);
        Workload workload = new Workload(shape, (which, stamp) -> {});
        byte[] datagram = new byte[workload.longest(PER_DATAGRAM)];
        Set<Double> values = new HashSet<>();
        for (int i = 0; i < 2_000; i++) {
            line.wrap(datagram, 0, workload.write(datagram, PER_DATAGRAM, NOW + i * 100_000_000L));
            while (line.next()) {
                assertThat(line.error()).isEqualTo(LineError.NONE);
                assertThat(line.doubleValue(0)).isBetween(0.0, 100.0);
                values.add(line.doubleValue(0));
            }
        }

        switch (pattern) {
            case CONSTANT -> assertThat(values).containsExactly(42.0);
            case STEP -> assertThat(values).containsExactlyInAnyOrder(20.0, 90.0);
            case SPIKES -> assertThat(values).contains(99.0).hasSizeGreaterThan(1_000);
            default -> assertThat(values).hasSizeGreaterThan(1_000);
        }
    }

    @Test
    void theSameSeedGivesTheSameLines() {
        WorkloadShape shape = new WorkloadShape("cpu", 17, 10, ValuePattern.WALK, 99);
        Workload one = new Workload(shape, (which, stamp) -> {});
        Workload other = new Workload(shape, (which, stamp) -> {});
        byte[] ofOne = new byte[one.longest(PER_DATAGRAM)];
        byte[] ofOther = new byte[other.longest(PER_DATAGRAM)];
        for (int i = 0; i < 1_000; i++) {
            assertThat(one.write(ofOne, PER_DATAGRAM, NOW + i)).isEqualTo(other.write(ofOther, PER_DATAGRAM, NOW + i));
            assertThat(ofOne).isEqualTo(ofOther);
        }
    }

    @Test
    void fillsNoMoreThanItAsksFor() {
        for (int lines : new int[] {1, 499, 500}) {
            WorkloadShape shape = new WorkloadShape("m", WorkloadShape.STANDARD_SERIES, 50, ValuePattern.RANDOM, 1);
            Workload workload = new Workload(shape, (which, stamp) -> {});
            byte[] datagram = new byte[workload.longest(lines)];
            for (int i = 0; i < 1_000; i++) {
                assertThat(workload.write(datagram, lines, NOW)).isLessThanOrEqualTo(datagram.length);
            }
        }
    }

    @Test
    void allocatesNothingPerLine() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        WorkloadShape shape = new WorkloadShape("cpu_usage", 1_000, 1, ValuePattern.WALK, 1);
        Workload workload = new Workload(shape, (which, stamp) -> {});
        byte[] datagram = new byte[workload.longest(PER_DATAGRAM)];
        long written = 0;
        for (int i = 0; i < 5_000; i++) {
            written += workload.write(datagram, PER_DATAGRAM, NOW);
        }

        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 5_000; i++) {
            written += workload.write(datagram, PER_DATAGRAM, NOW);
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(written).isPositive();
        assertThat(bytes / 50_000).as("bytes per line, of %d in all", bytes).isZero();
    }

    @Test
    void refusesWhatNoLineCanBeMadeOf() {
        assertThatThrownBy(() -> new WorkloadShape("a b", 1, 0, ValuePattern.RANDOM, 1))
                .hasMessageStartingWith("--measurement must be");
        assertThatThrownBy(() -> new WorkloadShape("a", 0, 0, ValuePattern.RANDOM, 1))
                .hasMessage("--series must be 1 to 100000000, was 0");
        assertThatThrownBy(() -> new WorkloadShape("a", 1, Double.NaN, ValuePattern.RANDOM, 1))
                .hasMessageStartingWith("--bad must be 0 to 100");
    }
}
