package io.weir.processing.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.weir.contract.topic.Unreliability;
import io.weir.processing.time.LogClock.Tick;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class LogClockTest {

    private static final long YEAR = 365 * 86_400_000L;

    private final LogClock clock = new LogClock(10_000);

    @Test
    void isUnknownBeforeTheFirstTick() {
        assertThat(clock.nowMillis()).isEqualTo(LogClock.UNKNOWN);
    }

    @Test
    void followsTheSlowestGateway() {
        clock.tick(new Tick("a", 1_000));
        clock.tick(new Tick("b", 1_500));

        assertThat(clock.tick(new Tick("a", 5_000))).isEqualTo(1_500);
        assertThat(clock.tick(new Tick("b", 4_000))).isEqualTo(4_000);
    }

    @Test
    void continuesWithoutASilentGateway() {
        clock.tick(new Tick("a", 1_000));
        clock.tick(new Tick("b", 1_000));

        for (long millis = 2_000; millis <= 11_000; millis += 1_000) {
            assertThat(clock.tick(new Tick("a", millis))).isEqualTo(1_000);
        }
        assertThat(clock.tick(new Tick("a", 12_000))).isEqualTo(12_000);
    }

    @Test
    void aFastClockDoesNotAdvanceTime() {
        clock.tick(new Tick("right", 1_000));
        clock.tick(new Tick("fast", 3_600_000));

        assertThat(clock.tick(new Tick("right", 2_000))).isEqualTo(2_000);
        clock.tick(new Tick("fast", 3_601_000));
        assertThat(clock.tick(new Tick("right", 3_000))).isEqualTo(3_000);
    }

    @Test
    void doesNotGoBackForASlightlySlowClock() {
        clock.tick(new Tick("a", 9_000));

        assertThat(clock.tick(new Tick("b", 2_000))).isEqualTo(9_000);
        assertThat(clock.tick(new Tick("a", 8_000))).isEqualTo(9_000);
    }

    /** If time took only maxima, one wrong tick would cost a year. */
    @Test
    void ignoresOneTickAYearAhead() {
        clock.tick(new Tick("a", 1_000));
        assertThat(clock.tick(new Tick("a", YEAR))).isEqualTo(1_000);
        assertThat(clock.tick(new Tick("a", 2_000))).isEqualTo(2_000);
        assertThat(clock.takeUnreliable()).containsOnly(entry("a", Unreliability.CLOCK));
        assertThat(clock.takeUnreliable()).isEmpty();
        assertThat(clock.takeJump()).isFalse();
    }

    @Test
    void followsTheOnlyGatewayForwardAndBack() {
        clock.tick(new Tick("a", 1_000));
        long until = LogClock.ALONE_MILLIS;
        for (long millis = 0; millis < until; millis += 1_000) {
            assertThat(clock.tick(new Tick("a", YEAR + millis))).isEqualTo(1_000);
        }
        assertThat(clock.tick(new Tick("a", YEAR + until))).isEqualTo(YEAR + until);
        assertThat(clock.takeJump()).as("it may have been away for a year").isFalse();
        for (long millis = 0; millis < until; millis += 1_000) {
            assertThat(clock.tick(new Tick("a", 200_000 + millis))).isEqualTo(YEAR + until);
            assertThat(clock.takeJump()).isFalse();
        }
        assertThat(clock.tick(new Tick("a", 200_000 + until))).isEqualTo(200_000 + until);
        assertThat(clock.takeJump()).isTrue();
        assertThat(clock.takeUnreliable()).containsOnly(entry("a", Unreliability.CLOCK));
        assertThat(clock.tick(new Tick("a", 201_000 + until))).isEqualTo(201_000 + until);
        assertThat(clock.takeJump()).isFalse();
    }

    @Test
    void continuesAtOnceAfterAllWereSilent() {
        clock.tick(new Tick("a", 1_000));
        clock.tick(new Tick("b", 1_500));
        long day = 86_400_000;
        for (long millis = 0; millis <= LogClock.ALONE_MILLIS; millis += 1_000) {
            clock.tick(new Tick("a", day + millis));
            clock.tick(new Tick("b", day + millis + 500));
            assertThat(clock.receivedMillis("a", day + millis)).isEqualTo(day + millis);
        }
        assertThat(clock.nowMillis()).isEqualTo(day + LogClock.ALONE_MILLIS);
        assertThat(clock.takeUnreliable()).isEmpty();
        assertThat(clock.takeJump()).isFalse();
        assertThat(clock.tick(new Tick("b", day + 9_000))).isEqualTo(day + LogClock.ALONE_MILLIS);
        assertThat(clock.tick(new Tick("a", day + 8_000))).isEqualTo(day + 8_000);
    }

    @Test
    void waitsTheTimeoutForOneThatStaysSilent() {
        clock.tick(new Tick("a", 1_000));
        clock.tick(new Tick("gone", 1_000));
        long day = 86_400_000;
        for (long millis = 0; millis < 10_000; millis += 1_000) {
            assertThat(clock.tick(new Tick("a", day + millis))).isEqualTo(1_000);
        }
        assertThat(clock.tick(new Tick("a", day + 10_000))).isEqualTo(day + 10_000);
        assertThat(clock.takeUnreliable()).containsOnly(entry("gone", Unreliability.MISSING));
    }

    @Test
    void aLeadingClockExcludesNoOther() {
        clock.tick(new Tick("a", 1_000));
        clock.tick(new Tick("leads", 46_000));
        for (long millis = 2_000; millis <= 100_000; millis += 1_000) {
            assertThat(clock.tick(new Tick("a", millis))).isEqualTo(millis);
            clock.tick(new Tick("leads", 45_000 + millis));
        }
        assertThat(clock.takeUnreliable()).isEmpty();
    }

    @Test
    void aRunawayClockExcludesNoOther() {
        for (long second = 1; second <= 100; second++) {
            clock.tick(new Tick("a", second * 1_000));
            clock.tick(new Tick("c", second * 1_000));
            clock.tick(new Tick("runs", second * 59_000));
            assertThat(clock.nowMillis()).isEqualTo(second * 1_000);
        }
        assertThat(clock.takeUnreliable()).containsOnly(entry("runs", Unreliability.CLOCK));
    }

    /**
     * While a right gateway is away for longer than the timeout, a wrong one must not take over
     * immediately.
     */
    @Test
    void ignoresAWrongClockDuringARestart() {
        for (long millis = 1_000; millis <= 5_000; millis += 1_000) {
            clock.tick(new Tick("right", millis));
            clock.tick(new Tick("wrong", YEAR + millis));
        }
        for (long millis = 6_000; millis <= 40_000; millis += 1_000) {
            clock.tick(new Tick("wrong", YEAR + millis));
        }
        assertThat(clock.tick(new Tick("right", 41_000))).isEqualTo(41_000);
        clock.tick(new Tick("wrong", YEAR + 41_000));
        assertThat(clock.tick(new Tick("right", 42_000))).isEqualTo(42_000);
    }

    @Test
    void continuesWithoutAGatewayThatTicks1970() {
        clock.tick(new Tick("right", YEAR));
        for (long second = 1; second <= 100; second++) {
            clock.tick(new Tick("wrong", second * 1_000));
            assertThat(clock.tick(new Tick("right", YEAR + second * 1_000))).isEqualTo(YEAR + second * 1_000);
            assertThat(clock.takeUnreliable()).containsOnly(entry("wrong", Unreliability.CLOCK));
        }
    }

    @Test
    void followsTheNearestOfDisagreeingGateways() {
        clock.tick(new Tick("a", YEAR));
        for (long second = 0; second <= 60; second++) {
            clock.tick(new Tick("1970", second * 1_000));
            clock.tick(new Tick("b", YEAR + 600_000 + second * 1_000));
            clock.tick(new Tick("2100", 100 * YEAR + second * 1_000));
        }
        assertThat(clock.nowMillis()).isBetween(YEAR + 600_000, YEAR + 660_000);
    }

    @Test
    void waitsForALaggingGateway() {
        clock.tick(new Tick("a", 1_000));
        clock.tick(new Tick("b", 1_000));
        for (long millis = 2_000; millis <= 11_000; millis += 1_000) {
            clock.tick(new Tick("b", 900 + millis / 2, millis, 0));
            assertThat(clock.tick(new Tick("a", millis))).isEqualTo(900 + millis / 2);
        }
        clock.tick(new Tick("b", 7_000, 12_000, 0));
        assertThat(clock.tick(new Tick("a", 12_000)))
                .as("time continues without it")
                .isEqualTo(12_000);
        assertThat(clock.takeUnreliable()).containsOnly(entry("b", Unreliability.MISSING));
        clock.tick(new Tick("b", 12_500, 13_000, 0));
        assertThat(clock.tick(new Tick("a", 14_000)))
                .as("until it is up to date")
                .isEqualTo(14_000);
        clock.tick(new Tick("b", 13_500));
        assertThat(clock.tick(new Tick("a", 15_000))).isEqualTo(14_000);
        clock.tick(new Tick("b", 14_500));
        assertThat(clock.tick(new Tick("a", 16_000))).isEqualTo(14_500);
    }

    /**
     * After an hour without Kafka, all send their spool, each at its own rate: none is up to date,
     * so none is late.
     */
    @Test
    void waitsForAllWhileAllLag() {
        clock.tick(new Tick("fast", 1_000));
        clock.tick(new Tick("slow", 1_000));
        long hour = 3_600_000;
        for (long second = 1; second <= 60; second++) {
            long now = hour + second * 1_000;
            clock.tick(new Tick("fast", 1_000 + second * 50_000, now, 0));
            clock.tick(new Tick("slow", 1_000 + second * 40_000, now, 0));
            assertThat(clock.nowMillis()).isEqualTo(1_000 + second * 40_000);
        }
        assertThat(clock.takeUnreliable()).isEmpty();
    }

    @Test
    void reportsDeletedRecordsOnce() {
        clock.tick(new Tick("a", 1_000));
        clock.missed();
        assertThat(clock.hasUnreliable()).isTrue();
        assertThat(clock.takeUnreliable()).containsOnly(entry("kafka", Unreliability.DELETED));
        assertThat(clock.hasUnreliable()).isFalse();
    }

    @Test
    void correctsReceiveTimesOfAWrongClock() {
        assertThat(clock.receivedMillis("a", YEAR)).isEqualTo(YEAR);
        clock.tick(new Tick("a", 100_000));
        assertThat(clock.receivedMillis("a", 100_500)).isEqualTo(100_500);
        assertThat(clock.receivedMillis("spooled", 50)).as("it has not ticked").isEqualTo(50);
        assertThat(clock.receivedMillis("a", 40_000))
                .as("as far as clocks may be apart")
                .isEqualTo(40_000);
        assertThat(clock.receivedMillis("a", 39_999)).as("before its own tick").isEqualTo(100_000);
        assertThat(clock.receivedMillis("a", YEAR)).as("after a silence").isEqualTo(YEAR);
        clock.tick(new Tick("b", 50));
        assertThat(clock.receivedMillis("b", 50)).isEqualTo(50);
        clock.tick(new Tick("a", 101_000));
        assertThat(clock.receivedMillis("b", 51)).as("it is contradicted").isEqualTo(101_000);
    }

    @Test
    void reportsASilentGatewayAsMissingForADay() {
        clock.tick(new Tick("a", 1_000));
        clock.tick(new Tick("b", 1_000));
        long millis = 2_000;
        for (; millis <= 11_000; millis += 1_000) {
            clock.tick(new Tick("a", millis));
            assertThat(clock.takeUnreliable()).isEmpty();
        }
        for (; millis <= 20_000; millis += 1_000) {
            clock.tick(new Tick("a", millis));
            assertThat(clock.takeUnreliable()).containsOnly(entry("b", Unreliability.MISSING));
        }
        clock.tick(new Tick("b", millis));
        assertThat(clock.takeUnreliable())
                .as("unreliable until it is up to date again")
                .containsOnly(entry("b", Unreliability.MISSING));
        clock.tick(new Tick("b", millis));
        assertThat(clock.takeUnreliable()).isEmpty();

        long last = millis;
        boolean wasMissed = false;
        for (; millis - last <= LogClock.MISSED_MILLIS; millis += 1_000) {
            clock.tick(new Tick("a", millis));
            wasMissed |= !clock.takeUnreliable().isEmpty();
        }
        clock.tick(new Tick("a", millis + 1_000));
        assertThat(wasMissed).isTrue();
        assertThat(clock.takeUnreliable()).isEmpty();
    }

    @Test
    void aGatewayThatLosesMoreIsUnreliable() {
        clock.tick(new Tick("a", 1_000, 1_000, 500));
        assertThat(clock.takeUnreliable()).as("the time of the loss is unknown").isEmpty();

        clock.tick(new Tick("a", 2_000, 2_000, 500));
        assertThat(clock.takeUnreliable()).isEmpty();
        clock.tick(new Tick("a", 3_000, 3_000, 501));
        clock.tick(new Tick("a", 4_000, 4_000, 501));
        assertThat(clock.takeUnreliable()).containsOnly(entry("a", Unreliability.LOSING));
        assertThat(clock.takeUnreliable()).isEmpty();

        clock.tick(new Tick("a", 5_000, 5_000, 3));
        assertThat(clock.takeUnreliable()).as("it restarted").containsOnly(entry("a", Unreliability.LOSING));
        clock.tick(new Tick("a", 6_000, 6_000, 0));
        assertThat(clock.takeUnreliable()).isEmpty();
    }

    @Test
    void isTheSameAfterARestart() throws IOException {
        clock.tick(new Tick("gone", -10_500));
        for (long millis = 1_000; millis <= 14_000; millis += 1_000) {
            clock.tick(new Tick("a", millis - 11_000));
            clock.tick(new Tick("b", millis - 12_000, millis - 12_000, millis));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        clock.write(new DataOutputStream(bytes));

        LogClock again = new LogClock(10_000);
        again.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));

        assertThat(again.nowMillis()).isEqualTo(2_000);
        assertThat(again.tick(new Tick("b", 4_000, 4_000, 14_000)))
                .isEqualTo(clock.tick(new Tick("b", 4_000, 4_000, 14_000)));
        assertThat(again.takeUnreliable())
                .containsOnly(entry("b", Unreliability.LOSING), entry("gone", Unreliability.MISSING))
                .isEqualTo(clock.takeUnreliable());
    }
}
