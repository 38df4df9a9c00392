package io.weir.alarming.watch;

import java.time.Duration;

/**
 * Limits of time.
 *
 * @param expiryMillis age in log time from which settled or unseen state is forgotten
 * @param aheadNanos how far the timestamp of a value may be ahead of its receive time
 */
public record WatchTimes(long expiryMillis, long aheadNanos) {

    /** The limits as durations. */
    public static WatchTimes of(Duration expiry, Duration ahead) {
        return new WatchTimes(expiry.toMillis(), ahead.toNanos());
    }
}
