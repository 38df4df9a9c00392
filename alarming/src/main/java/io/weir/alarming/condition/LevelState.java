package io.weir.alarming.condition;

import io.weir.contract.alarm.Severity;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * One level in one series: raised or not, and since when values have it wait to be the other. Times are nanoseconds since
 * the epoch, by the series' own clock. Not thread-safe.
 */
final class LevelState {

    static final long NEVER = Long.MAX_VALUE;

    private static final long NONE = Long.MIN_VALUE;

    private final LevelPlan plan;
    private final Trigger trigger;
    private boolean isRaised;
    private long since = NONE;

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

    /** Is it to be raised or cleared, unless a value comes that says otherwise? */
    boolean isWaiting() {
        return since != NONE;
    }

    /** When it is to be raised or cleared if no value says otherwise; {@link #NEVER} if nothing is waited for. */
    long due() {
        if (since == NONE) {
            return NEVER;
        }
        long due = since + (isRaised ? plan.clearForNanos() : plan.forNanos());
        return due < since ? NEVER : due;
    }

    /** The limit behind the level or, once it is cleared, behind that; not a number if there is none. */
    double limit(Reading value) {
        return isRaised ? trigger.passed(value) : trigger.reached(value);
    }

    /**
     * Takes a value: begins or ends the waiting.
     *
     * @return whether there is anything new to be saved
     */
    boolean value(long timestamp, Reading value) {
        int said = trigger.value(timestamp, value, isRaised);
        boolean moves = (said & Trigger.MOVES) != 0;
        if (moves == isWaiting()) {
            return (said & Trigger.NEW) != 0;
        }
        since = moves ? timestamp : NONE;
        return true;
    }

    /** Would this value have the level cleared, if it were raised? */
    boolean isBack(Reading value) {
        return trigger.isStillMovedBy(value, true);
    }

    /** What was due is so: raises it or clears it. */
    void turn() {
        isRaised = !isRaised;
        since = NONE;
        trigger.turned();
    }

    /** As {@link Trigger#forget}. */
    void forget() {
        trigger.forget();
    }

    void write(DataOutput out) throws IOException {
        out.writeBoolean(isRaised);
        out.writeLong(since);
        out.writeByte(trigger.kind());
        long[] saved = trigger.saved();
        out.writeByte(saved.length);
        for (long each : saved) {
            out.writeLong(each);
        }
    }

    /** Restores what {@link #write} wrote, maybe under another plan: the last value must have it wait for the same still. */
    void read(DataInput in, Reading last) throws IOException {
        isRaised = in.readBoolean();
        since = in.readLong();
        boolean isSameKind = in.readByte() == trigger.kind();
        long[] saved = readSaved(in);
        if (isSameKind) {
            trigger.restore(saved);
        }
        if (!isSameKind || !trigger.isStillMovedBy(last, isRaised)) {
            since = NONE;
        }
    }

    /** Passes over what {@link #write} wrote. */
    static void skip(DataInput in) throws IOException {
        in.readBoolean();
        in.readLong();
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
