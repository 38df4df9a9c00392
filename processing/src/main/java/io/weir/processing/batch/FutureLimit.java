package io.weir.processing.batch;

/**
 * How far the timestamp of a metric may be ahead of the time at which its record was received. A
 * timestamp further ahead is wrong. Its value is stored, but must not change what is remembered of
 * its series: every right value would be late.
 *
 * @param nanos the limit, zero or more
 */
public record FutureLimit(long nanos) {

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Whether the timestamp of a metric is beyond the limit. */
    public boolean isBeyond(Metrics batch, int metric) {
        long received = batch.receivedMillis() * NANOS_PER_MILLI;
        long latest = received + nanos;
        return batch.timestamp(metric) > latest && latest >= received; // the sum may overflow
    }
}
