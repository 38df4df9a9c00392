package io.weir.gateway.intake.stamp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StampClockTest {
    private final StampClock clock = new StampClock();

    @Test
    void followsTheReceiveTime() {
        clock.next(1_000);
        assertThat(clock.next(2_000)).isEqualTo(2_000);
    }

    @Test
    void goesOnByANanosecondWhenTheReceiveTimeDoesNot() {
        clock.next(1_000);
        assertThat(clock.next(1_000)).isEqualTo(1_001);
        assertThat(clock.next(500)).isEqualTo(1_002);
    }

    @Test
    void givesNoStampTwiceToManyThreads() {
        assertThat(IntStream.range(0, 100_000)
                        .parallel()
                        .mapToLong(i -> clock.next(7))
                        .distinct()
                        .count())
                .isEqualTo(100_000);
    }

    @Test
    void stampsWithinASecondDifferInIt() {
        for (long second : new long[] {0, 1_790_000_000, -5}) {
            assertThat(IntStream.range(0, 100_000)
                            .parallel()
                            .mapToLong(i -> clock.within(second))
                            .peek(stamp -> assertThat(Math.floorDiv(stamp, 1_000_000_000))
                                    .isEqualTo(second))
                            .distinct()
                            .count())
                    .isEqualTo(100_000);
        }
    }

    /** Gateways that begin together flush partials of the same series. */
    @Test
    void twoClocksBeginElsewhereInASecond() {
        assertThat(new StampClock().within(7)).isNotEqualTo(clock.within(7));
    }
}
