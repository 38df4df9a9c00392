package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConcurrencyLimitTest {
    private final ConcurrencyLimit pace = new ConcurrencyLimit(4);

    @Test
    void oneMoreAtOnceForEachFullLoadThatHadToWait() {
        assertThat(pace.permits()).isEqualTo(1);
        for (int expected : new int[] {2, 3, 4, 4}) {
            pace.settled(true);
            assertThat(pace.permits()).isEqualTo(expected);
        }
        for (int expected : new int[] {3, 2, 1, 1}) {
            pace.settled(false);
            assertThat(pace.permits()).isEqualTo(expected);
        }
    }

    @Test
    void storeInTroubleIsAskedByOneAtATime() {
        pace.settled(true);
        pace.settled(true);

        pace.slowed();

        assertThat(pace.permits()).isEqualTo(1);
    }
}
