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
 * Estimates the memory of the task's alarms, and refuses new ones beyond a limit. Counts each new alarm. When the limit
 * is reached, counts all alarms again, because operators or time may have removed some: at most once a minute, since
 * that takes a second for some hundred thousand. Not thread-safe.
 */
final class AlarmMemory {
    private static final Logger LOG = LoggerFactory.getLogger(AlarmMemory.class);

    private static final Duration BETWEEN_COUNTS = Duration.ofMinutes(1);

    /** Heap bytes of an alarm without its texts: its places in the stores of alarms, deadlines and indicators. */
    private static final int ALARM_BYTES = 1_000;

    /** The id, the series and the tags have their letters in common. */
    private static final int COPIES = 4;

    private final Alarms alarms;
    private final long mostBytes;
    private final AlarmingMeters meters;
    private long bytes;
    private Instant counted = Instant.MIN;
    private boolean isRefusing;

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
        if (!hasRoom(now)) {
            if (!isRefusing) {
                LOG.error(
                        "no memory for new alarms: they are not shown until others are removed; look for a sender with"
                                + " generated names or tags, acknowledge alarms, or raise alarming.state-bytes bytes={}"
                                + " refused={}",
                        bytes,
                        raise.id());
            }
            isRefusing = true;
            return false;
        }
        set(bytes + bytes(raise));
        return true;
    }

    /** Whether alarms were refused since there was room. */
    boolean isRefusing(Instant now) {
        isRefusing = isRefusing && !hasRoom(now);
        return isRefusing;
    }

    private boolean hasRoom(Instant now) {
        if (bytes >= mostBytes && !now.isBefore(counted.plus(BETWEEN_COUNTS))) {
            count(now);
        }
        return bytes < mostBytes;
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
