package io.weir.gateway.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class ReceiveClockTest {
    private Instant wall = Instant.ofEpochSecond(1_790_000_000L, 5);
    private final ReceiveClock clock = new ReceiveClock(new Clock() {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return wall;
        }
    });

    @Test
    void standsWhileTheWallClockThatWasSetBackCatchesUp() {
        long before = clock.nowNanos();
        assertThat(before).isEqualTo(1_790_000_000_000_000_005L);

        wall = wall.minus(Duration.ofMinutes(1));
        assertThat(clock.nowNanos()).isEqualTo(before);
        assertThat(clock.standsForNanos()).isEqualTo(Duration.ofMinutes(1).toNanos());

        wall = wall.plus(Duration.ofMinutes(2));
        assertThat(clock.nowNanos()).isEqualTo(before + Duration.ofMinutes(1).toNanos());
        assertThat(clock.standsForNanos()).isZero();
    }
}
