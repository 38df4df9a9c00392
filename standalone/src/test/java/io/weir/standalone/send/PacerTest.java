package io.weir.standalone.send;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PacerTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;

    private static Load load(long rate, long warmUpNanos, long nanos) {
        return new Load(rate, 10, Load.NO_LIMIT, warmUpNanos, nanos);
    }

    @Test
    void keepsThePaceWithoutDriftOverTenMinutes() {
        Load load = load(200_000, 0, 600 * SECOND);
        Pacer pacer = new Pacer(load, 0);
        long sent = 0;
        long now = 0;
        while (!pacer.isDone(now)) {
            sent += pacer.next(now);
            assertThat(sent).isBetween(load.datagramsDue(now) - 40, load.datagramsDue(now));
            now += pacer.pauseNanos() + 61_234; // A park never ends on time.
        }
        assertThat(sent).isEqualTo(12_000_000);
        assertThat(now).isBetween(600 * SECOND, 600 * SECOND + 5 * MILLI);
    }

    @Test
    void catchesUpAfterAPauseInSmallBurstsAtTwiceTheRate() {
        Pacer pacer = new Pacer(load(200_000, 0, 10 * SECOND), 0);
        long sent = pacer.next(0);
        long now = SECOND; // Delayed for a second: 20 000 datagrams are due.

        long burst = pacer.next(now);
        sent += burst;
        assertThat(burst).isEqualTo(400);
        while (now < SECOND + SECOND / 2) {
            now += MILLI;
            long next = pacer.next(now);
            assertThat(next).isLessThanOrEqualTo(41);
            sent += next;
        }
        assertThat(sent).as("half a second later").isBetween(20_300L, 20_500L);
        while (now < 2 * SECOND) {
            now += MILLI;
            sent += pacer.next(now);
        }
        assertThat(sent).as("nothing is left out").isEqualTo(40_000);
    }

    @Test
    void sendsOneDatagramASecondOnTime() {
        Pacer pacer = new Pacer(load(10, 0, 5 * SECOND), 0);
        long sent = 0;
        for (long now = 0; now <= 5 * SECOND; now += pacer.pauseNanos()) {
            sent += pacer.next(now);
            assertThat(sent).isEqualTo(now / SECOND);
        }
        assertThat(sent).isEqualTo(5);
        assertThat(pacer.isDone(5 * SECOND)).isTrue();
    }

    @Test
    void warmsUpEvenly() {
        Load load = load(200_000, 4 * SECOND, 10 * SECOND);

        assertThat(load.datagramsDue(2 * SECOND)).isEqualTo(10_000);
        assertThat(load.datagramsDue(4 * SECOND)).isEqualTo(40_000);
        assertThat(load.datagrams()).isEqualTo(240_000);
    }

    @Test
    void endsAfterItsTimeThoughItWasTooSlow() {
        Pacer pacer = new Pacer(load(200_000, 0, SECOND), 0);
        pacer.next(0);

        assertThat(pacer.isDone(SECOND)).isFalse();
        assertThat(pacer.isDone(2 * SECOND)).isTrue();
    }

    @Test
    void withoutARateItNeverWaits() {
        Pacer pacer = new Pacer(new Load(0, 10, 100_005, 0, Load.NO_LIMIT), 0);
        long sent = 0;
        while (!pacer.isDone(1)) {
            sent += pacer.next(1);
        }

        assertThat(sent).isEqualTo(10_001);
        assertThat(pacer.pauseNanos()).isZero();
    }
}
