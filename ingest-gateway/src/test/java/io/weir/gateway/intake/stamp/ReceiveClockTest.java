package io.weir.gateway.intake.stamp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class ReceiveClockTest {
    private static final Duration YEAR = Duration.ofDays(365);

    private static final Instant BEGIN = Instant.ofEpochSecond(1_790_000_000L, 5);
    private static final long BEGIN_NANOS = 1_790_000_000_000_000_005L;

    private Instant wall = BEGIN;
    private long nanoTime = -7;
    private final ReceiveClock clock = new ReceiveClock(
            new Clock() {
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
            },
            () -> nanoTime);

    @Test
    void standsWhileTheWallClockThatWasSetBackCatchesUp() {
        assertThat(sinceBegin()).isZero();

        wall = wall.minusSeconds(20);
        clock.check();
        assertThat(sinceBegin()).isZero();

        pass(Duration.ofSeconds(15));
        assertThat(sinceBegin()).isZero();
        pass(Duration.ofSeconds(10));
        assertThat(sinceBegin()).isEqualTo(5_000_000_000L);
    }

    @Test
    void followsAWallClockThatDrifts() {
        brokersShow(BEGIN_NANOS);
        for (int second = 0; second < 1_000; second++) {
            pass(Duration.ofSeconds(1));
            wall = wall.plusMillis(10);
            brokersShow(BEGIN_NANOS + (second + 1) * 1_000_000_000L);
        }
        assertThat(sinceBegin()).isEqualTo(1_010_000_000_000L);
        assertThat(clock.isRight()).isTrue();
        assertThat(clock.aheadSeconds()).isEqualTo(10);
    }

    @Test
    void goesByTheBrokersWhileTheWallClockIsWrong() {
        brokersShow(BEGIN_NANOS);
        assertThat(clock.isRight()).isTrue();

        wall = wall.plus(YEAR);
        assertThat(sinceBegin()).as("until it is looked at").isZero();
        pass(Duration.ofSeconds(1));
        assertThat(sinceBegin()).isEqualTo(1_000_000_000L);
        assertThat(clock.isRight()).isFalse();
        assertThat(clock.wrong())
                .isEqualTo("the clock of this machine is 365 days ahead of Kafka's; correct the wrong one");

        wall = wall.minus(YEAR).minus(YEAR);
        pass(Duration.ofSeconds(1));
        assertThat(sinceBegin()).isEqualTo(2_000_000_000L);
        assertThat(clock.wrong()).contains("is 365 days behind Kafka's");

        wall = wall.plus(YEAR);
        pass(Duration.ofSeconds(1));
        assertThat(sinceBegin()).isEqualTo(3_000_000_000L);
        assertThat(clock.isRight()).isTrue();
    }

    @Test
    void goesBackOnlyFromWhatWasFarFromRight() {
        wall = wall.plus(YEAR);
        ReceiveClock wrongFromTheStart = new ReceiveClock(Clock.fixed(wall, ZoneOffset.UTC), () -> nanoTime);
        assertThat(wrongFromTheStart.nowNanos()).isEqualTo(BEGIN_NANOS + YEAR.toNanos());
        assertThat(wrongFromTheStart.isRight())
                .as("before the brokers are asked")
                .isFalse();

        wrongFromTheStart.brokersShow(nanoTime, BEGIN_NANOS);
        wrongFromTheStart.check();
        assertThat(wrongFromTheStart.nowNanos()).isEqualTo(BEGIN_NANOS);
        assertThat(wrongFromTheStart.isRight()).isFalse();
    }

    @Test
    void keepsTheTimeBeforeAStepWithoutBrokers() {
        clock.brokersAreSilent();
        clock.check();
        assertThat(clock.isRight()).isTrue();

        wall = wall.plusSeconds(3_600);
        pass(Duration.ofSeconds(1));
        assertThat(sinceBegin()).isEqualTo(1_000_000_000L);
        assertThat(clock.isRight()).isFalse();
        assertThat(clock.wrong()).contains("was set, and is now 3600 seconds ahead of its former course");

        brokersShow(BEGIN_NANOS + 3_601_000_000_000L);
        clock.check();
        assertThat(sinceBegin()).as("it was right to be set").isEqualTo(3_601_000_000_000L);
        assertThat(clock.isRight()).isTrue();
    }

    private void brokersShow(long nanos) {
        clock.brokersShow(nanoTime, nanos);
        clock.check();
    }

    private void pass(Duration time) {
        wall = wall.plus(time);
        nanoTime += time.toNanos();
        clock.check();
    }

    private long sinceBegin() {
        return clock.nowNanos() - BEGIN_NANOS;
    }
}
