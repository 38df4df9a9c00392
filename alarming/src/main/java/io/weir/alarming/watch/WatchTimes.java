package io.weir.alarming.watch;

import io.weir.contract.line.FutureLimit;
import java.time.Duration;

/**
 * Limits of time.
 *
 * @param expiryMillis age in log time from which settled or unseen state is forgotten
 * @param ahead how far the timestamp of a value may be ahead of its receive time
 */
public record WatchTimes(long expiryMillis, FutureLimit ahead) {

    /** The limits as durations. */
    public static WatchTimes of(Duration expiry, Duration ahead) {
        return new WatchTimes(expiry.toMillis(), new FutureLimit(ahead.toNanos()));
    }
}
