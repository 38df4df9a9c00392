package io.weir.gateway.intake.batch;

import io.weir.gateway.intake.stamp.ReceiveClock;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Corrects the receive times of batches that a gateway received before it compared its clock with
 * the brokers'. Processing derives the lag of a series from them, so a wrong receive time would
 * close the windows of the series too early or too late. Covers the batches of this run of the
 * gateway, not those that an earlier run left in the spool. Belongs to the publishing thread.
 */
public final class EarlyBatches {

    /** For so long at most, a batch is open before it gets its number. */
    private static final long OPEN_MILLIS = TimeUnit.SECONDS.toMillis(10);
    /** So many batches of a partition may be open in all inputs. */
    private static final int OPEN_BATCHES = 16;

    private final ReceiveClock clock;
    private final BatchNumbers numbers;
    private final int partitions;
    private boolean isKnown;
    private @Nullable Early early;

    /**
     * The batches whose receive times are wrong.
     *
     * @param next the number of the first batch after the comparison, by partition
     * @param aheadMillis how much too late the receive times are
     * @param nowMillis the right time of the comparison
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Early(long[] next, long aheadMillis, long nowMillis) {

        /** A batch that was open during the comparison is judged by its time, not by its number. */
        boolean contains(Parcel.Batch batch) {
            long number = batch.name().number();
            long first = next[batch.partition()];
            long sinceMillis = batch.receivedMillis() - nowMillis;
            boolean isRight = sinceMillis > -OPEN_MILLIS && sinceMillis <= OPEN_MILLIS;
            boolean isWrong = Math.abs(sinceMillis - aheadMillis) <= OPEN_MILLIS;
            return number < first ? !isRight : number < first + OPEN_BATCHES && isWrong;
        }
    }

    /** Batches with these numbers, received by this clock. */
    public EarlyBatches(ReceiveClock clock, BatchNumbers numbers, int partitions) {
        this.clock = clock;
        this.numbers = numbers;
        this.partitions = partitions;
    }

    /** When a batch was received, in milliseconds since the epoch. */
    public long receivedMillis(Parcel.Batch batch) {
        if (!isKnown && clock.isCompared()) {
            isKnown = true;
            compare();
        }
        Early known = early;
        if (known == null || batch.name().epoch() != numbers.epoch() || !known.contains(batch)) {
            return batch.receivedMillis();
        }
        return batch.receivedMillis() - known.aheadMillis;
    }

    private void compare() {
        long aheadMillis = clock.wasAheadNanos() / 1_000_000;
        if (aheadMillis != 0) {
            early = new Early(numbers.next(partitions), aheadMillis, clock.nowNanos() / 1_000_000);
        }
    }
}
