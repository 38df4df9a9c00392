package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConcurrencyLimitTest {
    private final ConcurrencyLimit limit = new ConcurrencyLimit(4);

    @Test
    void risesWhileFullRequestsWaitAndFallsOtherwise() {
        assertThat(limit.permits()).isEqualTo(1);
        for (int expected : new int[] {2, 3, 4, 4}) {
            limit.settled(true);
            assertThat(limit.permits()).isEqualTo(expected);
        }
        for (int expected : new int[] {3, 2, 1, 1}) {
            limit.settled(false);
            assertThat(limit.permits()).isEqualTo(expected);
        }
    }

    @Test
    void fallsToOneForASlowStore() {
        limit.settled(true);
        limit.settled(true);

        limit.slowed();

        assertThat(limit.permits()).isEqualTo(1);
    }
}
