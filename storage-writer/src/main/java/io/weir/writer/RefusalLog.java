package io.weir.writer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says how many lines the store refused, with the first of them, once a second at most. Used by one thread. */
final class RefusalLog {
    private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);
    private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Of longer lines and reasons the beginning is shown. */
    private static final int SHOWN = 200;

    private long saidAtNanos;
    private long count;
    private String example = "";
    private String why = "";

    /** The clock is {@link System#nanoTime}'s. */
    RefusalLog(long nowNanos) {
        saidAtNanos = nowNanos - EVERY_NANOS;
    }

    void refused(byte[] line, String reason) {
        if (count++ == 0) {
            example = shown(new String(line, 0, Math.min(line.length, SHOWN), UTF_8));
            why = shown(reason);
        }
    }

    /** To be called often: what was refused is said at the first call a second or more after the last time. */
    void say(long nowNanos) {
        if (count > 0 && nowNanos - saidAtNanos >= EVERY_NANOS) {
            LOG.warn(
                    "store refused lines count={} first={} reason={}; kept in metrics.rejected, each with its reason",
                    count,
                    example,
                    why);
            saidAtNanos = nowNanos;
            count = 0;
        }
    }

    /** On one line, so that nobody's metrics look like a log. */
    private static String shown(String text) {
        return text.substring(0, Math.min(text.length(), SHOWN)).replaceAll("\\p{Cntrl}", " ");
    }
}
