package io.weir.writer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.time.OncePerSecond;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the numbers of rejected lines and values, with the first of them, at most once a second. Used
 * by one thread.
 */
final class RefusalLog {
    private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);
    /** Longer lines and reasons are truncated. */
    private static final int SHOWN = 200;

    private final String keeper;
    private final OncePerSecond logLimit;
    private long count;
    private String firstLine = "";
    private String firstReason = "";
    private long values;
    private String firstValuesReason = "";

    /**
     * An empty log.
     *
     * @param nowNanos a value of {@link System#nanoTime}
     * @param keeper what keeps the lines, for operators
     */
    RefusalLog(long nowNanos, String keeper) {
        this.keeper = keeper;
        logLimit = new OncePerSecond(nowNanos);
    }

    void refused(byte[] line, String reason) {
        if (count++ == 0) {
            firstLine = shown(new String(line, 0, Math.min(line.length, SHOWN), UTF_8));
            firstReason = shown(reason);
        }
    }

    /** Adds values whose lines are unknown. */
    void refusedValues(long refused, String reason) {
        if (values == 0) {
            firstValuesReason = shown(reason);
        }
        values += refused;
    }

    /** Logs pending rejections if the last message is at least a second old. Call this often. */
    void flush(long nowNanos) {
        if (count + values == 0 || !logLimit.permits(nowNanos)) {
            return;
        }
        if (values > 0) {
            LOG.warn(
                    "store refused values of stored lines count={} reason={}; {} has the reasons",
                    values,
                    firstValuesReason,
                    keeper);
            values = 0;
        }
        if (count > 0) {
            LOG.warn(
                    "store refused lines count={} first={} reason={}; {} keeps each with its reason",
                    count,
                    firstLine,
                    firstReason,
                    keeper);
            count = 0;
        }
    }

    /** Removes control characters, so that a metric cannot forge a log message. */
    private static String shown(String text) {
        return text.substring(0, Math.min(text.length(), SHOWN)).replaceAll("\\p{Cntrl}", " ");
    }
}
