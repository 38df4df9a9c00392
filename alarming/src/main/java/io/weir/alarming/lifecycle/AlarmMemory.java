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
 * key; alarms of other alarms, whose number the rules bound, are counted later. When the limit
 * is reached, counts all alarms again, because operators or time may have removed some: at most once a minute, since
 * that takes a second for some hundred thousand. Not thread-safe.
 */
final class AlarmMemory {
    private static final Logger LOG = LoggerFactory.getLogger(AlarmMemory.class);

    private static final Duration BETWEEN_COUNTS = Duration.ofMinutes(1);

    /** The part of the memory that is little room. */
    private static final int LITTLE = 50;

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
        set(bytes + bytes(raise));
        return true;
    }

    /** Whether there is no room; once there was none, as long as there is little. Logs each change. */
    boolean isFull(Instant now) {
        long limit = isFull ? mostBytes - mostBytes / LITTLE : mostBytes;
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

    /** Counts all alarms. */
    void count(Instant now) {
        counted = now;
        set(alarms.all().stream().mapToLong(alarm -> bytes(alarm.condition())).sum());
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
