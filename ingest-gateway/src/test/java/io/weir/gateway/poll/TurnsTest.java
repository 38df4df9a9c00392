package io.weir.gateway.poll;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private static final long INTERVAL = TimeUnit.SECONDS.toNanos(60);
    private static final long NOW = TimeUnit.DAYS.toNanos(20_000);
    private static final long HASH = 0x1234_5678_9abcL;

    private static long following(long now, long due) {
        return Turns.following(now, due, INTERVAL, HASH);
    }

    @Test
    void theFirstIsWithinAnInterval() {
        assertThat(following(NOW, Long.MIN_VALUE)).isBetween(NOW + 1, NOW + INTERVAL);
    }

    @Test
    void eachIsAnIntervalAfterTheOneBefore() {
        long first = following(NOW, Long.MIN_VALUE);

        assertThat(following(first, first)).isEqualTo(first + INTERVAL);
        assertThat(following(first - 5_000_000, first))
                .as("the timer fires early")
                .isEqualTo(first + INTERVAL);
        assertThat(following(first + INTERVAL / 3, first)).as("it fires late").isEqualTo(first + INTERVAL);
    }

    @Test
    void aClockThatIsSetDelaysNoTurn() {
        long first = following(NOW, Long.MIN_VALUE);
        long back = first - TimeUnit.HOURS.toNanos(1);
        long ahead = first + TimeUnit.HOURS.toNanos(1);

        assertThat(following(back, first)).isBetween(back + 1, back + INTERVAL);
        assertThat(following(ahead, first)).isBetween(ahead + 1, ahead + INTERVAL);
    }
}
