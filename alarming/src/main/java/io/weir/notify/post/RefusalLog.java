package io.weir.notify.post;

import io.weir.contract.time.OncePerSecond;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs permanent refusals of a receiver, once per second at most, with their number. Used by one
 * thread.
 */
final class RefusalLog {
    private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);

    private final String receiver;
    private final OncePerSecond logLimit;
    private long count;

    /** @param nowNanos time of {@link System#nanoTime} */
    RefusalLog(String receiver, long nowNanos) {
        this.receiver = receiver;
        logLimit = new OncePerSecond(nowNanos);
    }

    void refused(int more, String reason, long nowNanos) {
        count += more;
        if (logLimit.permits(nowNanos)) {
            LOG.warn("{} refuses notifications count={} reason={}; they are not sent again", receiver, count, reason);
            count = 0;
        }
    }
}
