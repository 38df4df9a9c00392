package io.weir.contract.line;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FutureLimitTest {

    private static final long SECOND = 1_000_000_000;

    @Test
    void aTimestampBeyondTheLimitIsWrong() {
        FutureLimit limit = new FutureLimit(10 * SECOND);

        assertThat(limit.isBeyond(11 * SECOND, 1_000)).isFalse();
        assertThat(limit.isBeyond(11 * SECOND + 1, 1_000)).isTrue();
    }

    /** The limit is then after every timestamp. */
    @Test
    void nothingIsBeyondTheEndOfTime() {
        FutureLimit limit = new FutureLimit(10 * SECOND);

        assertThat(limit.isBeyond(Long.MAX_VALUE, Long.MAX_VALUE / 1_000_000)).isFalse();
        assertThat(new FutureLimit(Long.MAX_VALUE).isBeyond(Long.MAX_VALUE, 1)).isFalse();
    }
}
