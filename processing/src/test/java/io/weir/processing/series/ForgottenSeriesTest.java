package io.weir.processing.series;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.state.StateBytes;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ForgottenSeriesTest {

    private static final int MORE = ForgottenSeries.MOST + 100;

    private final ForgottenSeries forgotten = new ForgottenSeries();

    @Test
    void anUnknownSeriesIsNotClosed() {
        assertThat(forgotten.lastClosed(0)).isEqualTo(Long.MIN_VALUE);
        add(1, Long.MIN_VALUE);
        add(2, 7);
        assertThat(lastClosed(forgotten, 1)).isEqualTo(Long.MIN_VALUE);
        assertThat(forgotten.lastClosed(0)).isEqualTo(Long.MIN_VALUE);
        assertThat(forgotten.slotLimit()).isEqualTo(1);
    }

    @Test
    void theLatestTimeOfASeriesCounts() {
        add(1, 20);
        add(2, 5);
        add(1, 10);
        assertThat(lastClosed(forgotten, 1)).isEqualTo(20);
    }

    @Test
    void dropsTheOldestAlsoAfterARestart() throws IOException {
        for (int series = 0; series < MORE; series++) {
            add(series, series);
        }
        ForgottenSeries restored = restored();
        add(MORE, MORE);
        restored.add(key(MORE), MORE);

        for (ForgottenSeries each : List.of(forgotten, restored)) {
            assertThat(IntStream.rangeClosed(0, MORE)
                            .filter(series -> lastClosed(each, series) != (series <= 100 ? Long.MIN_VALUE : series)))
                    .isEmpty();
        }
    }

    @Test
    void savesOnlyNewEntries() {
        add(1, 1);
        add(2, 2);
        assertThat(released()).containsExactly(0, 1);
        add(3, 3);
        assertThat(released()).containsExactly(2);
        assertThat(released()).isEmpty();
    }

    /**
     * Compares the CPU time with that of adding as many to a full ring: a quadratic walk takes
     * hundreds of times as long.
     */
    @Test
    void growingTakesNoLongerThanReplacing() {
        fill(new ForgottenSeries());
        ForgottenSeries grown = new ForgottenSeries();
        long growing = cpuNanos(() -> fill(grown));
        long replacing = cpuNanos(() -> fill(grown));
        assertThat(growing).isLessThan(10 * replacing);
    }

    @Test
    void restoringTakesNoLongerThanReplacing() throws IOException {
        fill(forgotten);
        List<byte[]> slots = new ArrayList<>();
        for (int slot = 0; slot < ForgottenSeries.MOST; slot++) {
            StateBytes bytes = new StateBytes(64);
            forgotten.write(slot, bytes);
            slots.add(bytes.toBytes());
        }
        read(slots, new ForgottenSeries());
        ForgottenSeries restored = new ForgottenSeries();
        long restoring = cpuNanos(() -> read(slots, restored));
        long replacing = cpuNanos(() -> read(slots, restored));
        assertThat(restoring).isLessThan(10 * replacing);
    }

    private static void fill(ForgottenSeries ring) {
        for (int series = 0; series < ForgottenSeries.MOST; series++) {
            ring.add(key(series), 1 + series);
        }
    }

    private static void read(List<byte[]> slots, ForgottenSeries into) {
        for (int slot = 0; slot < slots.size(); slot++) {
            try {
                into.read(slot, new DataInputStream(new ByteArrayInputStream(slots.get(slot))));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static long cpuNanos(Runnable work) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        work.run();
        return threads.getCurrentThreadCpuTime() - before;
    }

    private List<Integer> released() {
        List<Integer> slots = new ArrayList<>();
        forgotten.release(0, slots::add);
        return slots;
    }

    /** In a possible order of a changelog, which is not that of the slots. */
    private ForgottenSeries restored() throws IOException {
        ForgottenSeries restored = new ForgottenSeries();
        StateBytes bytes = new StateBytes(64);
        for (int i = 0; i < ForgottenSeries.MOST; i++) {
            int slot = (i + 12_345) % ForgottenSeries.MOST;
            bytes.clear();
            assertThat(forgotten.write(slot, bytes)).isTrue();
            restored.clear(slot);
            restored.read(slot, new DataInputStream(new ByteArrayInputStream(bytes.toBytes())));
        }
        return restored;
    }

    private void add(int series, long lastClosed) {
        forgotten.add(key(series), lastClosed);
    }

    private static long lastClosed(ForgottenSeries in, int series) {
        byte[] key = key(series);
        return in.lastClosed(SeriesHash.of(key, 0, key.length));
    }

    private static byte[] key(int series) {
        return ("cpu,host=" + series).getBytes(UTF_8);
    }
}
