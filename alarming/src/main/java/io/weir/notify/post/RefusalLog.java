package io.weir.notify.post;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what a receiver refuses for good, once a second at most, and how many there were since. Used by one thread. */
final class RefusalLog {
    private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);
    private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String receiver;
    private long saidAtNanos;
    private long count;

    /** The clock is {@link System#nanoTime}'s. */
    RefusalLog(String receiver, long nowNanos) {
        this.receiver = receiver;
        saidAtNanos = nowNanos - EVERY_NANOS;
    }

    void refused(int more, String reason, long nowNanos) {
        count += more;
        if (nowNanos - saidAtNanos >= EVERY_NANOS) {
            LOG.warn("{} refuses notifications count={} reason={}; they are not sent again", receiver, count, reason);
            saidAtNanos = nowNanos;
            count = 0;
        }
    }
}
