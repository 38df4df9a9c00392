package io.weir.alarming.condition;

import io.weir.contract.alarm.Severity;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * State of one level in one series: whether it is raised, and since when it waits to change. Times
 * are nanoseconds since the epoch by the series' own clock, log times by the gateway's. Not
 * thread-safe.
 */
final class LevelState {

    static final long NEVER = Long.MAX_VALUE;

    /** Result of {@link #value}: the value changed nothing. */
    static final int NOTHING = 0;

    /** Result of {@link #value}: state changed that must be saved. */
    static final int NEW = 1;

    /** Result of {@link #value}: older values no longer count; see {@link #evaluated}. */
    static final int EVALUATED = 2;

    private static final long NONE = Long.MIN_VALUE;

    private final LevelPlan plan;
    private final Trigger trigger;
    private boolean isRaised;
    private long since = NONE;

    /** Lead of log time over the series' time when the wait began. */
    private long lagNanos;

    /**
     * Values older than this are ignored; {@link #NONE} if there was no value or it is forgotten.
     */
    private long evaluatedAt = NONE;

    /** The last value while the level waits; otherwise undefined. */
    private @Nullable Reading last;

    LevelState(LevelPlan plan) {
        this.plan = plan;
        this.trigger = plan.trigger().get();
    }

    Severity severity() {
        return plan.severity();
    }

    boolean isRaised() {
        return isRaised;
    }

    /** Returns whether the level will change unless another value prevents it. */
    boolean isWaiting() {
        return since != NONE;
    }

    /**
     * Returns when the level will change unless another value prevents it; {@link #NEVER} if it is
     * not waiting.
     */
    long due() {
        if (since == NONE) {
            return NEVER;
        }
        long due = since + (isRaised ? plan.clearForNanos() : plan.forNanos());
        return due < since ? NEVER : due;
    }

    /** Returns whether the change is due at this time. */
    boolean isDue(long timestamp) {
        long due = due();
        return due <= timestamp && due != NEVER;
    }

    /** Returns whether the change is due at this log time, if the series is silent. */
    boolean isDueInSilence(long logNanos) {
        return isDue(logNanos - lagNanos - 1);
    }

    /** Returns the last value of a waiting level. */
    Reading last() {
        if (last == null) {
            last = new Reading();
        }
        return last;
    }

    /**
     * Returns the limit that a raised level passed or a cleared one reached; NaN if it has none.
     */
    double limit(Reading value) {
        return isRaised ? trigger.passed(value) : trigger.reached(value);
    }

    /** Returns whether a value with this timestamp is too old to evaluate. */
    boolean isOld(long timestamp) {
        return timestamp < evaluatedAt;
    }

    /** Ignores values older than this from now on. */
    void evaluated(long timestamp) {
        evaluatedAt = timestamp;
    }

    /**
     * Evaluates a value that is not old; starts or ends the wait. A level without delays follows
     * the newest value that raises or clears it, whatever the order of arrival. A value that does
     * neither therefore does not make older values old.
     *
     * @return a sum of the constants above
     */
    int value(long timestamp, Reading value, long logNanos) {
        int flags = trigger.value(timestamp, value, isRaised, evaluatedAt);
        boolean moves = (flags & Trigger.MOVES) != 0;
        boolean isNew = (flags & Trigger.NEW) != 0;
        if (moves != isWaiting() || timestamp < since) {
            since = moves ? timestamp : NONE;
            lagNanos = logNanos - timestamp;
            isNew = true;
        }
        if (moves && (isNew || timestamp != evaluatedAt || !last().isSame(value))) {
            last().keep(value);
            isNew = true;
        }
        return (isNew ? NEW : NOTHING) + (moves || decides(value) ? EVALUATED : NOTHING);
    }

    private boolean decides(Reading value) {
        return !plan.followsNewest() || trigger.isStillMovedBy(value, false) || trigger.isStillMovedBy(value, true);
    }

    /**
     * Evaluates an old value. It may interrupt a running wait, which then restarts at the newest
     * value. It may be counted, and complete a number.
     *
     * @return {@link #NEW} or {@link #NOTHING}
     */
    int late(long timestamp, Reading value, long logNanos) {
        if (isWaiting()) {
            if (timestamp < since || trigger.isStillMovedBy(value, isRaised)) {
                return NOTHING;
            }
            since = evaluatedAt;
            return NEW;
        }
        int flags = trigger.late(timestamp, value, isRaised, evaluatedAt);
        if ((flags & Trigger.MOVES) != 0) {
            since = timestamp;
            lagNanos = logNanos - timestamp;
            last().keep(value);
        }
        return flags == Trigger.NOTHING ? NOTHING : NEW;
    }

    /** Returns whether this value would clear the level if it were raised. */
    boolean isBack(Reading value) {
        return trigger.isStillMovedBy(value, true);
    }

    /** Raises the level if it is cleared, and clears it if it is raised, at this time. */
    void turn(long timestamp) {
        isRaised = !isRaised;
        since = NONE;
        trigger.turned(timestamp, isRaised);
    }

    /**
     * Corrects a log time that was too far ahead; it is now {@code logNanos}. A wait that began in
     * the wrong time counts as if it began now.
     *
     * @param latest upper bound for the stamp of the last evaluated value
     */
    void goBack(long logNanos, long latest) {
        if (isWaiting()) {
            lagNanos = Math.min(lagNanos, logNanos - since);
        }
        evaluatedAt = Math.min(evaluatedAt, latest);
        trigger.goBack(latest);
    }

    /** As {@link Trigger#forget}. */
    void forget() {
        trigger.forget();
    }

    /** Forgets which values are old. */
    void forgetEvaluated() {
        evaluatedAt = NONE;
    }

    void write(DataOutput out) throws IOException {
        out.writeBoolean(isRaised);
        out.writeLong(evaluatedAt);
        out.writeLong(since);
        if (isWaiting()) {
            out.writeLong(lagNanos);
            last().write(out);
        }
        out.writeByte(trigger.kind());
        long[] saved = trigger.saved();
        out.writeByte(saved.length);
        for (long each : saved) {
            out.writeLong(each);
        }
    }

    /**
     * Restores what {@link #write} wrote, possibly under another plan. The level keeps waiting only
     * if the last value still calls for it.
     */
    void read(DataInput in) throws IOException {
        isRaised = in.readBoolean();
        evaluatedAt = in.readLong();
        since = in.readLong();
        if (isWaiting()) {
            lagNanos = in.readLong();
            last().read(in);
        }
        boolean isSameKind = in.readByte() == trigger.kind();
        long[] saved = readSaved(in);
        if (isSameKind) {
            trigger.restore(saved);
        }
        if (isWaiting() && !(isSameKind && trigger.isStillMovedBy(last(), isRaised))) {
            since = NONE;
        }
    }

    /** Skips what {@link #write} wrote. */
    static void skip(DataInput in) throws IOException {
        in.readBoolean();
        in.readLong();
        if (in.readLong() != NONE) {
            in.readLong();
            new Reading().read(in);
        }
        in.readByte();
        readSaved(in);
    }

    private static long[] readSaved(DataInput in) throws IOException {
        long[] saved = new long[in.readUnsignedByte()];
        for (int i = 0; i < saved.length; i++) {
            saved[i] = in.readLong();
        }
        return saved;
    }
}
