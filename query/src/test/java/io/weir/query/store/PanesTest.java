package io.weir.query.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.series.Ranges;
import org.junit.jupiter.api.Test;

class PanesTest {
    private static final long MINUTE = 60_000;

    private static Panes of(long length, long step, int count) {
        return Panes.of(new Ranges(length, step, count, length)).orElseThrow();
    }

    /** A gap may have many times the series and samples of a range, of which a store would have groups in memory. */
    @Test
    void samplesOfWideGapsAreNotGrouped() {
        assertThat(of(5 * MINUTE, 10 * MINUTE, 2).haveSmallGaps()).isTrue();
        assertThat(of(5 * MINUTE, 10 * MINUTE + 1, 2).haveSmallGaps()).isFalse();
        assertThat(of(5 * MINUTE, 10 * MINUTE + 1, 2).haveGaps()).isTrue();
        assertThat(of(5 * MINUTE, 5 * MINUTE, 2).haveSmallGaps())
                .as("shared edges")
                .isFalse();
        assertThat(of(5 * MINUTE, 10 * MINUTE, 1).haveSmallGaps())
                .as("one range")
                .isFalse();
    }
}
