package io.weir.gateway.intake;

import org.jspecify.annotations.Nullable;

/**
 * Corrects the receive times of batches that a gateway numbered before it compared its clock with
 * the brokers'. Processing derives the lag of a series from them, so a wrong receive time would
 * close the windows of the series too early or too late. Thread-safe.
 */
public final class EarlyBatches {

    private volatile @Nullable Early early;

    /**
     * The batches whose receive times are wrong.
     *
     * @param epoch of this life of the gateway
     * @param next the number of the first right batch, by partition
     * @param aheadMillis how much too late the receive times are
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Early(long epoch, long[] next, long aheadMillis) {
        boolean contains(Parcel.Batch batch) {
            BatchName name = batch.name();
            return name.epoch() == epoch && name.number() < next[batch.partition()];
        }
    }

    /** The receive times of all batches that have a number now are {@code millis} too late. */
    public void wereAhead(long millis, BatchNumbers numbers, int partitions) {
        early = new Early(numbers.epoch(), numbers.next(partitions), millis);
    }

    /** When a batch was received, in milliseconds since the epoch. */
    public long receivedMillis(Parcel.Batch batch) {
        Early known = early;
        return known != null && known.contains(batch)
                ? batch.receivedMillis() - known.aheadMillis
                : batch.receivedMillis();
    }
}
