package io.weir.contract.line;

import java.time.Duration;

/**
 * How far the timestamp of a line may be ahead of the time at which its record was received. A
 * timestamp further ahead is wrong. Its value is stored, but must not change what a service
 * remembers of its series: every right value would be late.
 *
 * @param nanos the limit, zero or more
 */
public record FutureLimit(long nanos) {

    /** The default of every service. */
    public static final Duration DEFAULT = Duration.ofSeconds(10);

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Returns whether a timestamp, in nanoseconds, is beyond the limit. */
    public boolean isBeyond(long timestamp, long receivedMillis) {
        long received = receivedMillis * NANOS_PER_MILLI;
        long latest = received + nanos;
        return timestamp > latest && latest >= received; // the sum may overflow
    }
}
