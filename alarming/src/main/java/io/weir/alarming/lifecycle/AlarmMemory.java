package io.weir.alarming.lifecycle;

import io.weir.alarming.meter.AlarmingMeters;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.rule.alarm.RaisesAlarms;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Estimates the memory of the task's alarms, and refuses new ones beyond a limit. Counts each new alarm of a series or
 * key. Counts all alarms again when the limit is reached, at most once a minute: operators or time may have removed some,
 * and alarms of other alarms were not counted. Not thread-safe.
 */
final class AlarmMemory {
    private static final Logger LOG = LoggerFactory.getLogger(AlarmMemory.class);

    private static final Duration BETWEEN_COUNTS = Duration.ofMinutes(1);

    /** The divisor of the memory that must be free again before new alarms are admitted. */
    private static final int FREE_AGAIN = 50;

    /** Heap bytes of an alarm without its texts: its places in the stores of alarms, deadlines and indicators. */
    private static final int ALARM_BYTES = 1_000;

    /** The id, the series and the tags have their letters in common. */
    private static final int COPIES = 4;

    private final Alarms alarms;
    private final long mostBytes;
    private final AlarmingMeters meters;
    private long bytes;
    private Instant counted = Instant.MIN;
    private boolean isFull;

    AlarmMemory(Alarms alarms, long mostBytes, AlarmingMeters meters) {
        this.alarms = alarms;
        this.mostBytes = mostBytes;
        this.meters = meters;
    }

    /** Whether an alarm that this change raises may be added. Weir's own alarms always may. */
    boolean admits(ConditionChange raise, Instant now) {
        if (raise.rule().equals(RaisesAlarms.INTAKE)) {
            return true;
        }
        if (isFull(now)) {
            return false;
        }
        add(raise);
        return true;
    }

    /** Counts an alarm. */
    void add(ConditionChange condition) {
        set(bytes + bytes(condition));
    }

    /** Whether the limit is reached; after that, whether a fiftieth of the memory is not yet free. Logs each change. */
    boolean isFull(Instant now) {
        long limit = isFull ? mostBytes - mostBytes / FREE_AGAIN : mostBytes;
        if (bytes >= limit && !now.isBefore(counted.plus(BETWEEN_COUNTS))) {
            count(now);
        }
        if (bytes >= limit && !isFull) {
            LOG.error(
                    "no memory for new alarms: they are not shown until others are removed; look for a sender with"
                            + " generated names or tags, narrow or remove the rule of its alarms, or raise"
                            + " alarming.state-bytes bytes={}",
                    bytes);
        } else if (bytes < limit && isFull) {
            LOG.info("memory for new alarms again bytes={}", bytes);
        }
        isFull = bytes >= limit;
        return isFull;
    }

    private void count(Instant now) {
        counted = now;
        set(0);
        alarms.forEach(alarm -> add(alarm.condition()));
    }

    /** Subtracts the task's alarms from the meter when it closes. */
    void forget() {
        set(0);
    }

    private void set(long now) {
        meters.alarmBytes(now - bytes);
        bytes = now;
    }

    private static long bytes(ConditionChange change) {
        long letters = change.message().length()
                + change.guidance().length()
                + (long) COPIES * change.series().length();
        for (Map.Entry<String, String> tag : change.tags().entrySet()) {
            letters += tag.getKey().length() + tag.getValue().length();
        }
        return ALARM_BYTES + letters;
    }
}
