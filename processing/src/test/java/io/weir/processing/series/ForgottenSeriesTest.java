package io.weir.processing.series;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.state.StateBytes;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ForgottenSeriesTest {

    private static final int MORE = ForgottenSeries.MOST + 100;

    private final ForgottenSeries forgotten = new ForgottenSeries();

    @Test
    void whatIsNotKnownIsNotClosed() {
        assertThat(forgotten.closedUntil(0)).isEqualTo(Long.MIN_VALUE);
        add(1, Long.MIN_VALUE);
        add(2, 7);
        assertThat(closedUntil(forgotten, 1)).isEqualTo(Long.MIN_VALUE);
        assertThat(forgotten.closedUntil(0)).isEqualTo(Long.MIN_VALUE);
        assertThat(forgotten.slotLimit()).isEqualTo(1);
    }

    @Test
    void theLatestTimeOfASeriesCounts() {
        add(1, 20);
        add(2, 5);
        add(1, 10);
        assertThat(closedUntil(forgotten, 1)).isEqualTo(20);
    }

    @Test
    void theOldestAreGivenUpAlsoAfterARestart() throws IOException {
        for (int series = 0; series < MORE; series++) {
            add(series, series);
        }
        ForgottenSeries restored = restored();
        add(MORE, MORE);
        restored.add(key(MORE), MORE);

        for (ForgottenSeries each : List.of(forgotten, restored)) {
            assertThat(IntStream.rangeClosed(0, MORE)
                            .filter(series -> closedUntil(each, series) != (series <= 100 ? Long.MIN_VALUE : series)))
                    .isEmpty();
        }
    }

    @Test
    void onlyWhatIsNewIsSaved() {
        add(1, 1);
        add(2, 2);
        assertThat(released()).containsExactly(0, 1);
        add(3, 3);
        assertThat(released()).containsExactly(2);
        assertThat(released()).isEmpty();
    }

    private List<Integer> released() {
        List<Integer> slots = new ArrayList<>();
        forgotten.release(0, slots::add);
        return slots;
    }

    /** In the order in which a changelog may have it: not that of the slots. */
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

    private void add(int series, long closedUntil) {
        forgotten.add(key(series), closedUntil);
    }

    private static long closedUntil(ForgottenSeries in, int series) {
        byte[] key = key(series);
        return in.closedUntil(SeriesHash.of(key, 0, key.length));
    }

    private static byte[] key(int series) {
        return ("cpu,host=" + series).getBytes(UTF_8);
    }
}
