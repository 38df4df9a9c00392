package io.weir.alarming.condition;

import io.weir.contract.alarm.Severity;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * How one alarm rule sees one series.
 *
 * <p>A level is raised once the value was beyond its threshold for the rule's delay without a break; a value on the
 * threshold or back from it is a break. A raised level stays until its clear value is reached; then MAJOR falls to MINOR if
 * that level's clear value is not reached either, and clears otherwise, at once. Between two values the earlier one holds:
 * what a delay comes to does not depend on how often values come.
 *
 * <p>Time is the series' own: the timestamps of its values. Where those stay away, log time stands in for it, put back by
 * the lag that the series had when the delay began. A value older than the last change (of severity, or of what is being
 * waited for) is out of order; see {@link #isOld}.
 *
 * <p>Times are nanoseconds, log times milliseconds, since the epoch. Not thread-safe.
 */
public final class Condition {

    /** What {@link #write} writes. */
    public static final int SAVED_BYTES = 1 + 6 * Long.BYTES;

    private static final long NONE = Long.MIN_VALUE;
    private static final long NEVER = Long.MAX_VALUE;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** What can be raised, by the number under which it is saved. */
    private static final List<Severity> SAVED = List.of(Severity.OK, Severity.MINOR, Severity.MAJOR);

    private final Thresholds thresholds;
    private Severity raised = Severity.OK;
    private long minorSince = NONE;
    private long majorSince = NONE;
    private long lagNanos;
    private double lastValue;
    private long changedAt = NONE;
    private long changedLogMillis;

    /** All is well, and always was. */
    public Condition(Thresholds thresholds) {
        this.thresholds = thresholds;
    }

    /** Does a value of this time come too late to count? */
    public boolean isOld(long timestamp) {
        return timestamp < changedAt;
    }

    /** Is any level raised? */
    public boolean isRaised() {
        return raised != Severity.OK;
    }

    /** Is a level waiting for its delay to be over? */
    public boolean isPending() {
        return minorSince != NONE || majorSince != NONE;
    }

    /** Nothing was ever different, or it is forgotten: such a condition need not be saved. */
    public boolean isPristine() {
        return changedAt == NONE;
    }

    /**
     * Takes a value that is not old.
     *
     * @param logMillis the timestamp of the record that it came in
     * @return whether there is anything new to be saved
     */
    public boolean value(long timestamp, double value, long logMillis, ConditionListener listener) {
        boolean completed = isPending() && complete(timestamp - 1, logMillis, listener);
        boolean fell = fall(timestamp, value, logMillis, listener);
        boolean waits = await(timestamp, value, logMillis);
        boolean holds = isPending() && lastValue != value;
        lastValue = value;
        boolean raisedNow = isPending() && complete(timestamp, logMillis, listener);
        return completed || fell || waits || holds || raisedNow;
    }

    /**
     * Lets time pass while the series is silent.
     *
     * @return whether there is anything new to be saved
     */
    public boolean tick(long logMillis, ConditionListener listener) {
        return isPending() && complete(logMillis * NANOS_PER_MILLI - lagNanos - 1, logMillis, listener);
    }

    /**
     * Forgets when the last change was, if all is well since before {@code logMillis}.
     *
     * @return whether there is anything new to be saved
     */
    public boolean forget(long logMillis) {
        if (raised != Severity.OK || isPending() || isPristine() || changedLogMillis >= logMillis) {
            return false;
        }
        changedAt = NONE;
        return true;
    }

    private boolean fall(long timestamp, double value, long logMillis, ConditionListener listener) {
        Severity held = thresholds.held(raised, value);
        if (held == raised) {
            return false;
        }
        change(held, value, timestamp, logMillis, listener);
        return true;
    }

    /** Begins or ends the waiting for the levels above the raised one. */
    private boolean await(long timestamp, double value, long logMillis) {
        if (raised == Severity.MAJOR) {
            return false;
        }
        long minor = raised == Severity.OK ? since(minorSince, Severity.MINOR, timestamp, value) : NONE;
        long major = since(majorSince, Severity.MAJOR, timestamp, value);
        if (minor == minorSince && major == majorSince) {
            return false;
        }
        boolean begins = (minorSince == NONE && minor != NONE) || (majorSince == NONE && major != NONE);
        if (begins) {
            lagNanos = logMillis * NANOS_PER_MILLI - timestamp;
        }
        minorSince = minor;
        majorSince = major;
        noteChange(timestamp, logMillis);
        return true;
    }

    private long since(long before, Severity level, long timestamp, double value) {
        if (!thresholds.isBeyond(level, value)) {
            return NONE;
        }
        return before == NONE ? timestamp : before;
    }

    /** Raises what is due by {@code until}, each level at the moment at which it was. */
    private boolean complete(long until, long logMillis, ConditionListener listener) {
        boolean any = false;
        for (long due = nextDue(); due <= until && due != NEVER; due = nextDue()) {
            boolean isMajor = due(majorSince) == due;
            change(isMajor ? Severity.MAJOR : Severity.MINOR, lastValue, due, logMillis, listener);
            any = true;
        }
        return any;
    }

    private long nextDue() {
        return Math.min(due(minorSince), due(majorSince));
    }

    private long due(long since) {
        if (since == NONE) {
            return NEVER;
        }
        long due = since + thresholds.delayNanos();
        return due < since ? NEVER : due;
    }

    private void change(Severity to, double value, long timestamp, long logMillis, ConditionListener listener) {
        raised = to;
        minorSince = NONE;
        if (to != Severity.MINOR) {
            majorSince = NONE;
        }
        noteChange(timestamp, logMillis);
        listener.changed(to, value, thresholds.limit(to), timestamp);
    }

    private void noteChange(long timestamp, long logMillis) {
        changedAt = timestamp;
        changedLogMillis = logMillis;
    }

    /** Writes the state. */
    public void write(DataOutput out) throws IOException {
        out.writeByte(SAVED.indexOf(raised));
        out.writeLong(minorSince);
        out.writeLong(majorSince);
        out.writeLong(lagNanos);
        out.writeDouble(lastValue);
        out.writeLong(changedAt);
        out.writeLong(changedLogMillis);
    }

    /**
     * Restores what {@link #write} wrote, maybe under other levels. What was raised stays so until the next value; a level is
     * waited for no longer that the last value is not beyond any more.
     */
    public void read(DataInput in) throws IOException {
        raised = SAVED.get(in.readUnsignedByte());
        minorSince = in.readLong();
        majorSince = in.readLong();
        lagNanos = in.readLong();
        lastValue = in.readDouble();
        changedAt = in.readLong();
        changedLogMillis = in.readLong();
        minorSince = thresholds.isBeyond(Severity.MINOR, lastValue) ? minorSince : NONE;
        majorSince = thresholds.isBeyond(Severity.MAJOR, lastValue) ? majorSince : NONE;
    }
}
