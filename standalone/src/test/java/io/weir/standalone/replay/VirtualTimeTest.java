package io.weir.standalone.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {
    private static final long MILLI = 1_000_000;

    private final List<Long> ticks = new ArrayList<>();
    private final VirtualTime time = new VirtualTime(ticks::add);

    @Test
    void ticksAtEachWholeSecondThatIsReached() {
        time.goOnTo(1_500 * MILLI);
        time.goOnTo(1_999 * MILLI);
        assertThat(time.isTickBefore(1_999 * MILLI)).isFalse();
        assertThat(ticks).isEmpty();

        assertThat(time.isTickBefore(2_000 * MILLI)).isTrue();
        time.goOnTo(4_100 * MILLI);

        assertThat(ticks).containsExactly(2_000L, 3_000L, 4_000L);
        assertThat(time.nowMillis()).isEqualTo(4_100);
    }

    @Test
    void neverGoesBackNorBefore1970() {
        time.goOnTo(-7_000 * MILLI);
        assertThat(time.nowMillis()).isZero();

        time.goOnTo(3_000 * MILLI);
        time.goOnTo(1_000 * MILLI);

        assertThat(time.nowMillis()).isEqualTo(3_000);
        assertThat(ticks).containsExactly(1_000L, 2_000L, 3_000L);
    }

    @Test
    void ticksRarelyInALongSilenceAndRightBeforeItsEnd() {
        long year = Duration.ofDays(365).toMillis();
        time.goOnTo(0);
        time.goOnTo(year * MILLI + 5_700 * MILLI);

        assertThat(ticks)
                .hasSizeLessThan(50_000)
                .isSorted()
                .startsWith(1_000L, 2_000L)
                .endsWith(year + 5_000);
        assertThat(ticks).contains(3_600_000L, 3_601_000L);

        time.goOnTo(year * MILLI + 6_000 * MILLI);
        assertThat(ticks).endsWith(year + 5_000, year + 6_000);
    }

    @Test
    void passesTheTickThatFollows() {
        time.pass(Duration.ofSeconds(3));
        assertThat(ticks).isEmpty();

        time.goOnTo(1_001 * MILLI);
        time.pass(Duration.ofSeconds(3));

        assertThat(ticks).endsWith(5_000L);
    }
}
