package io.weir.notify.post;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs permanent refusals of a receiver, once per second at most, with their number. Used by one
 * thread.
 */
final class RefusalLog {
    private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);
    private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String receiver;
    private long loggedAtNanos;
    private long count;

    /** @param nowNanos time of {@link System#nanoTime} */
    RefusalLog(String receiver, long nowNanos) {
        this.receiver = receiver;
        loggedAtNanos = nowNanos - EVERY_NANOS;
    }

    void refused(int more, String reason, long nowNanos) {
        count += more;
        if (nowNanos - loggedAtNanos >= EVERY_NANOS) {
            LOG.warn("{} refuses notifications count={} reason={}; they are not sent again", receiver, count, reason);
            loggedAtNanos = nowNanos;
            count = 0;
        }
    }
}
