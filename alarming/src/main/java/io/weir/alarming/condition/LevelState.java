package io.weir.alarming.condition;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * One level in one series: raised or not, and since when values have it wait to be the other. Where several times count, it
 * keeps when they were. Times are nanoseconds since the epoch, by the series' own clock. Not thread-safe.
 */
final class LevelState {

    static final long NEVER = Long.MAX_VALUE;

    private static final long NONE = Long.MIN_VALUE;

    private final LevelPlan plan;
    private final Recent beyond;
    private boolean isRaised;
    private long since = NONE;

    LevelState(LevelPlan plan) {
        this.plan = plan;
        this.beyond = new Recent(plan.times() > 1 ? plan.times() : 0);
    }

    LevelPlan plan() {
        return plan;
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

    /**
     * Takes a value: begins or ends the waiting.
     *
     * @return whether there is anything new to be saved
     */
    boolean value(long timestamp, double value) {
        boolean moves = isMovedBy(value);
        if (moves && !isRaised && plan.times() > 1) {
            beyond.add(timestamp);
            since = beyond.isFullWithin(plan.withinNanos(), timestamp) ? timestamp : NONE;
            return true;
        }
        if (moves == isWaiting()) {
            return false;
        }
        since = moves ? timestamp : NONE;
        return true;
    }

    private boolean isMovedBy(double value) {
        return isRaised ? plan.limit().clears(value) : plan.limit().raises(value);
    }

    /** What was due is so: raises it or clears it. */
    void turn() {
        isRaised = !isRaised;
        since = NONE;
        beyond.clear();
    }

    /** It is raised, whatever the values were. */
    void raise() {
        isRaised = true;
        since = NONE;
        beyond.clear();
    }

    /** The values that were counted no longer matter. */
    void forget() {
        beyond.clear();
    }

    void write(DataOutput out) throws IOException {
        out.writeBoolean(isRaised);
        out.writeLong(since);
        beyond.write(out);
    }

    /** Restores what {@link #write} wrote, maybe under another plan: the last value must have it wait for the same still. */
    void read(DataInput in, double lastValue) throws IOException {
        isRaised = in.readBoolean();
        since = in.readLong();
        beyond.read(in);
        if (!isMovedBy(lastValue) || (!isRaised && plan.times() > 1)) {
            since = NONE;
        }
    }

    /** Passes over what {@link #write} wrote. */
    static void skip(DataInput in) throws IOException {
        in.readBoolean();
        in.readLong();
        new Recent(0).read(in);
    }
}
