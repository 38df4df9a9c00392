package io.weir.alarming.condition;

import io.weir.contract.alarm.Severity;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One level in one series: raised or not, and since when values have it wait to be the other. Times are nanoseconds since
 * the epoch, by the series' own clock; log times too, by the gateway's. Not thread-safe.
 */
final class LevelState {

    static final long NEVER = Long.MAX_VALUE;

    /** Of {@link #value}: nothing of the value matters any more. */
    static final int NOTHING = 0;

    /** Of {@link #value}: there is something new to be saved. */
    static final int NEW = 1;

    /** Of {@link #value}: older values do not matter any more, see {@link #judged}. */
    static final int JUDGED = 2;

    private static final long NONE = Long.MIN_VALUE;

    private final LevelPlan plan;
    private final Trigger trigger;
    private boolean isRaised;
    private long since = NONE;

    /** By how much log time was ahead when the waiting began. */
    private long lagNanos;

    /** Values before this change nothing; {@link #NONE} if there was no value, or it is forgotten. */
    private long judgedAt = NONE;

    /** The last value while it waits; afterwards, of no meaning. */
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

    /** Is it due by then? */
    boolean isDue(long timestamp) {
        long due = due();
        return due <= timestamp && due != NEVER;
    }

    /** Is it due when the series is silent, and log time has come so far? */
    boolean isDueInSilence(long logNanos) {
        return isDue(logNanos - lagNanos - 1);
    }

    /** The last value that a level was shown which waits. */
    Reading last() {
        if (last == null) {
            last = new Reading();
        }
        return last;
    }

    /** The limit behind the level or, once it is cleared, behind that; not a number if there is none. */
    double limit(Reading value) {
        return isRaised ? trigger.passed(value) : trigger.reached(value);
    }

    /** Does a value of this time come too late to be judged? */
    boolean isOld(long timestamp) {
        return timestamp < judgedAt;
    }

    /** Passes over values before this from now on. */
    void judged(long timestamp) {
        judgedAt = timestamp;
    }

    /**
     * Takes a value that is not old: begins or ends the waiting. A level by one value alone is raised or cleared by the newest value
     * that does either, whatever the order in which they come; so a value that does neither leaves older ones their say.
     *
     * @return a sum of the constants above
     */
    int value(long timestamp, Reading value, long logNanos) {
        int said = trigger.value(timestamp, value, isRaised);
        boolean moves = (said & Trigger.MOVES) != 0;
        boolean isNew = (said & Trigger.NEW) != 0;
        if (moves != isWaiting() || timestamp < since) {
            since = moves ? timestamp : NONE;
            lagNanos = logNanos - timestamp;
            isNew = true;
        }
        if (moves && (isNew || timestamp != judgedAt || !last().isSame(value))) {
            last().keep(value);
            isNew = true;
        }
        boolean decides = moves || !plan.isByOne() || trigger.isStillMovedBy(value, !isRaised);
        return (isNew ? NEW : NOTHING) + (decides ? JUDGED : NOTHING);
    }

    /** Would this value have the level cleared, if it were raised? */
    boolean isBack(Reading value) {
        return trigger.isStillMovedBy(value, true);
    }

    /** Raises it or clears it. */
    void turn() {
        isRaised = !isRaised;
        since = NONE;
        trigger.turned();
    }

    /**
     * Log time was wrong, and has gone back to {@code logNanos}. A level that began to wait later than that began in wrong time:
     * it counts as if it began now.
     *
     * @param latest no value counts as judged that has a later stamp
     */
    void goBack(long logNanos, long latest) {
        if (isWaiting()) {
            lagNanos = Math.min(lagNanos, logNanos - since);
        }
        judgedAt = Math.min(judgedAt, latest);
    }

    /** As {@link Trigger#forget}. */
    void forget() {
        trigger.forget();
    }

    /** Forgets which values are old. */
    void forgetJudged() {
        judgedAt = NONE;
    }

    void write(DataOutput out) throws IOException {
        out.writeBoolean(isRaised);
        out.writeLong(judgedAt);
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

    /** Restores what {@link #write} wrote, maybe under another plan: the last value must have it wait for the same still. */
    void read(DataInput in) throws IOException {
        isRaised = in.readBoolean();
        judgedAt = in.readLong();
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

    /** Passes over what {@link #write} wrote. */
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
