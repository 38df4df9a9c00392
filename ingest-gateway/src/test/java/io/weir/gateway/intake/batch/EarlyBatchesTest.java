package io.weir.gateway.intake.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.stamp.ReceiveClock;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class EarlyBatchesTest {
    private static final long NOW = 1_790_000_000_000L;
    private static final long HOUR = 3_600_000;
    private static final long FIVE_MINUTES = 300_000;
    private static final int PARTITION = 1;
    private static final long EPOCH = 7;

    private final BatchNumbers numbers = new BatchNumbers(EPOCH);
    private long wallMillis;

    @Test
    void correctsTimesOfAClockThatWasBehind() {
        check(-HOUR);
    }

    @Test
    void correctsTimesOfAClockThatWasAhead() {
        check(HOUR);
    }

    private void check(long aheadMillis) {
        ReceiveClock clock = startedAt(NOW + aheadMillis);
        EarlyBatches early = new EarlyBatches(clock, numbers, 2);
        Parcel.Batch first = batch(0, NOW + aheadMillis - FIVE_MINUTES);
        assertThat(early.receivedMillis(first)).as("not compared yet").isEqualTo(first.receivedMillis());

        Parcel.Batch last = batch(1, NOW + aheadMillis);
        brokersShow(clock);
        Parcel.Batch between = batch(2, NOW + 1);
        assertThat(early.receivedMillis(first)).isEqualTo(NOW - FIVE_MINUTES);
        assertThat(early.receivedMillis(last)).isEqualTo(NOW);
        assertThat(early.receivedMillis(between)).as("after the comparison").isEqualTo(NOW + 1);
        Parcel.Batch open = batch(3, NOW + aheadMillis - 20);
        assertThat(early.receivedMillis(open)).as("open at the comparison").isEqualTo(NOW - 20);
        Parcel.Batch later = batch(500, NOW + HOUR);
        assertThat(early.receivedMillis(later)).as("later").isEqualTo(NOW + HOUR);
        Parcel.Batch other = batch(new BatchName(EPOCH + 1, 0), NOW + aheadMillis);
        assertThat(early.receivedMillis(other)).as("of an earlier run").isEqualTo(NOW + aheadMillis);
    }

    /** The gateway keeps its time while the machine is corrected, because Kafka has not answered. */
    @Test
    void correctsTimesAfterTheMachineWasCorrectedEarly() {
        ReceiveClock clock = startedAt(NOW - HOUR);
        EarlyBatches early = new EarlyBatches(clock, numbers, 2);
        Parcel.Batch first = batch(0, NOW - HOUR);
        wallMillis = NOW;
        clock.check();
        brokersShow(clock);
        assertThat(early.receivedMillis(first)).isEqualTo(NOW);
    }

    @Test
    void keepsRightTimes() {
        ReceiveClock clock = startedAt(NOW);
        EarlyBatches early = new EarlyBatches(clock, numbers, 2);
        Parcel.Batch first = batch(0, NOW - 500);
        brokersShow(clock);
        assertThat(early.receivedMillis(first)).isEqualTo(NOW - 500);
    }

    private ReceiveClock startedAt(long millis) {
        wallMillis = millis;
        Clock wall = new Clock() {
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
                return Instant.ofEpochMilli(wallMillis);
            }
        };
        return new ReceiveClock(wall, () -> 0);
    }

    private static void brokersShow(ReceiveClock clock) {
        clock.brokersShow(0, NOW * 1_000_000);
        clock.check();
    }

    /** A batch with this number, or a later one if that was given. */
    private Parcel.Batch batch(long number, long receivedMillis) {
        BatchName name = numbers.name(PARTITION);
        while (name.number() < number) {
            name = numbers.name(PARTITION);
        }
        return batch(name, receivedMillis);
    }

    private static Parcel.Batch batch(BatchName name, long receivedMillis) {
        return new Parcel.Batch(PARTITION, name, new byte[1], 1, receivedMillis, new InputCounts("udp"));
    }
}
