package io.weir.alarming.condition;

import io.weir.contract.alarm.Severity;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one alarm rule sees one series: as severe as the highest of its levels that is raised.
 *
 * <p>Each level is by itself. It is raised once its {@link Trigger} was met for the rule's delay without a break, and cleared
 * once that was back for the rule's other delay without a break. Between two values the earlier one holds: what a delay
 * comes to does not depend on how often values come.
 *
 * <p>Time is the series' own: the timestamps of its values. Where those stay away, log time stands in for it, put back by
 * the lag that the series had when the delay began.
 *
 * <p>Values may come in another order than that of their stamps. A level by one value alone (a limit or a state, without delays) is
 * what the newest value makes it that would raise or clear it: all orders end alike. Every other level passes over a value that is older
 * than the newest that it was shown. Of values with equal stamps the last counts. A stamp further ahead of log time than {@value
 * #MOST_AHEAD_NANOS} ns counts as just so far ahead, so that a clock that was wrong for a moment does not silence the alarm.
 *
 * <p>Times are nanoseconds, log times milliseconds, since the epoch. Not thread-safe.
 */
public final class Condition {

    private static final long NONE = Long.MIN_VALUE;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long MOST_AHEAD_NANOS = 10_000_000_000L;

    /** Beside what levels say of a value: at least one was shown it. */
    private static final int SHOWN = 4;

    /** What can be raised, by the number under which it is saved. */
    private static final List<Severity> SAVED = List.of(Severity.OK, Severity.MINOR, Severity.MAJOR, Severity.INVALID);

    private final LevelState[] levels;
    private final long remembersMillis;
    private final boolean isNumeric;
    private Severity told = Severity.OK;
    private long changedLogMillis = NONE;

    /** Of the last value that a level judged; {@link #NONE} if there was none, or it is forgotten. */
    private long judgedLogMillis = NONE;

    /** The levels that judged the last value, one bit each, and its stamp. */
    private int judgedLevels;

    private long judgedStamp = NONE;
    private boolean isPending;
    private boolean isRestored;

    /**
     * All is well, and always was.
     *
     * @param plans the lowest level first
     */
    public Condition(List<LevelPlan> plans) {
        levels = plans.stream().map(LevelState::new).toArray(LevelState[]::new);
        remembersMillis = plans.stream().mapToLong(LevelPlan::spanNanos).max().orElse(0) / NANOS_PER_MILLI;
        isNumeric = plans.stream().anyMatch(LevelPlan::isNumeric);
    }

    /** Is it about such values? Where a level is a limit, only numbers are judged. */
    public boolean judges(Reading value) {
        return !isNumeric || value.isNumber();
    }

    /** Does a value of this time come too late for any of its levels? */
    public boolean isOld(long timestamp) {
        for (LevelState level : levels) {
            if (level.isOld(timestamp)) {
                return true;
            }
        }
        return false;
    }

    /** Is any level raised? */
    public boolean isRaised() {
        return told != Severity.OK;
    }

    /** Is a level waiting for its delay to be over? */
    public boolean isPending() {
        return isPending;
    }

    /** No value was ever judged, or it is forgotten: such a condition need not be saved. */
    public boolean isPristine() {
        return changedLogMillis == NONE && judgedLogMillis == NONE;
    }

    /** The levels that judged the last value, one bit each: older values do not matter to them any more. Of one that is old, none. */
    public int judgedLevels() {
        return judgedLevels;
    }

    /** The stamp up to which values are old for {@link #judgedLevels}. */
    public long judgedStamp() {
        return judgedStamp;
    }

    /** Log time when a value was judged last. */
    public long judgedLogMillis() {
        return judgedLogMillis;
    }

    /** Restores what the three methods above gave, after {@link #read}. */
    public void judged(int levelBits, long stamp, long logMillis) {
        judgedLogMillis = logMillis;
        for (int i = 0; i < levels.length; i++) {
            if ((levelBits & (1 << i)) != 0) {
                levels[i].judged(stamp);
            }
        }
    }

    /**
     * Takes a value that it judges; levels for which it is old pass over it.
     *
     * @param logMillis the timestamp of the record that it came in
     * @return whether there is anything new to be saved, beside {@link #judgedLevels}
     */
    public boolean value(long timestamp, Reading value, long logMillis, ConditionListener listener) {
        long at = Math.min(timestamp, logMillis * NANOS_PER_MILLI + MOST_AHEAD_NANOS);
        boolean completed = isPending && complete(at - 1, false, logMillis, listener);
        boolean isFirst = judgedLogMillis == NONE;
        int shown = show(timestamp, at, value, logMillis);
        boolean isNew = (shown & LevelState.NEW) != 0;
        if (isNew) {
            noteChange(logMillis);
        }
        boolean turned = isPending && complete(at, false, logMillis, listener);
        boolean differs = isRestored && (shown & SHOWN) != 0 && tellRestored(at, value, logMillis, listener);
        return completed || isNew || turned || differs || (isFirst && judgedLevels != 0);
    }

    /**
     * Shows the value to the levels for which it is not old.
     *
     * @param timestamp the stamp of the value: values of a clock that is always far ahead are judged in the order of arrival
     * @param at the time that the stamp counts as
     * @return what the levels say together
     */
    private int show(long timestamp, long at, Reading value, long logMillis) {
        long logNanos = logMillis * NANOS_PER_MILLI;
        int all = 0;
        judgedLevels = 0;
        judgedStamp = at;
        for (int i = 0; i < levels.length; i++) {
            LevelState level = levels[i];
            if (!level.isOld(timestamp)) {
                int said = level.value(at, value, logNanos);
                all |= said | SHOWN;
                if ((said & LevelState.JUDGED) != 0) {
                    level.judged(at);
                    judgedLevels |= 1 << i;
                    judgedLogMillis = logMillis;
                }
            }
        }
        return all;
    }

    /**
     * Lets time pass while the series is silent.
     *
     * @return whether there is anything new to be saved
     */
    public boolean tick(long logMillis, ConditionListener listener) {
        return isPending && complete(logMillis * NANOS_PER_MILLI, true, logMillis, listener);
    }

    /**
     * Log time was wrong, and has gone back to {@code logMillis}.
     *
     * @return whether there is anything new to be saved
     */
    public boolean goBack(long logMillis) {
        long logNanos = logMillis * NANOS_PER_MILLI;
        for (LevelState level : levels) {
            level.goBack(logNanos, logNanos + MOST_AHEAD_NANOS);
        }
        changedLogMillis = Math.min(changedLogMillis, logMillis);
        judgedLogMillis = Math.min(judgedLogMillis, logMillis);
        return !isPristine();
    }

    /**
     * Forgets what there was before {@code logMillis}, if all is well since: the last change, and which values are old.
     *
     * @return whether there is anything new to be saved
     */
    public boolean forget(long logMillis) {
        if (isRaised() || isPending) {
            return false;
        }
        long before = logMillis - remembersMillis;
        boolean forgetsChange = changedLogMillis != NONE && changedLogMillis < before;
        boolean forgetsJudged = judgedLogMillis != NONE && judgedLogMillis < before;
        if (forgetsChange) {
            changedLogMillis = NONE;
            for (LevelState level : levels) {
                level.forget();
            }
        }
        if (forgetsJudged) {
            judgedLogMillis = NONE;
            for (LevelState level : levels) {
                level.forgetJudged();
            }
        }
        return forgetsChange || forgetsJudged;
    }

    /**
     * Raises and clears what is due, each level at the moment at which it was.
     *
     * @param until the series' time; of a silent one, log time
     */
    private boolean complete(long until, boolean isSilent, long logMillis, ConditionListener listener) {
        boolean any = false;
        for (long due = nextDue(until, isSilent); due != LevelState.NEVER; due = nextDue(until, isSilent)) {
            LevelState lowest = null;
            for (LevelState level : levels) {
                // One that waits since the same moment may have a lag of its own.
                if (level.due() == due && isDue(level, until, isSilent)) {
                    level.turn();
                    lowest = lowest == null ? level : lowest;
                }
            }
            noteChange(logMillis);
            LevelState turned = lowest == null ? levels[0] : lowest;
            tell(due, turned, turned.last(), listener);
            any = true;
        }
        return any;
    }

    private long nextDue(long until, boolean isSilent) {
        long next = LevelState.NEVER;
        for (LevelState level : levels) {
            if (isDue(level, until, isSilent)) {
                next = Math.min(next, level.due());
            }
        }
        return next;
    }

    private static boolean isDue(LevelState level, long until, boolean isSilent) {
        return isSilent ? level.isDueInSilence(until) : level.isDue(until);
    }

    /** By the levels that hold now, it may be otherwise than it was told under those it was saved under. */
    private boolean tellRestored(long timestamp, Reading value, long logMillis, ConditionListener listener) {
        isRestored = false;
        if (isRaised() && level(told) == null) {
            raiseBelow(value);
        }
        if (!tell(timestamp, levels[0], value, listener)) {
            return false;
        }
        noteChange(logMillis);
        return true;
    }

    /** The level that was told is gone: what is below it is raised in its place, as far as the value is not back there. */
    private void raiseBelow(Reading value) {
        for (LevelState level : levels) {
            if (!level.isRaised() && level.severity().compareTo(told) < 0 && !level.isBack(value)) {
                level.turn();
            }
        }
        notePending();
    }

    /** @param turned the lowest of the levels that are different now */
    private boolean tell(long timestamp, LevelState turned, Reading value, ConditionListener listener) {
        LevelState highest = highest();
        Severity severity = highest == null ? Severity.OK : highest.severity();
        if (severity == told) {
            return false;
        }
        told = severity;
        double limit = (highest == null ? turned : highest).limit(value);
        listener.changed(severity, value, limit, timestamp);
        return true;
    }

    private @Nullable LevelState highest() {
        for (int i = levels.length - 1; i >= 0; i--) {
            if (levels[i].isRaised()) {
                return levels[i];
            }
        }
        return null;
    }

    private void noteChange(long logMillis) {
        changedLogMillis = logMillis;
        notePending();
    }

    private void notePending() {
        isPending = false;
        for (LevelState level : levels) {
            isPending |= level.isWaiting();
        }
    }

    /** Writes the state. */
    public void write(DataOutput out) throws IOException {
        out.writeByte(SAVED.indexOf(told));
        out.writeLong(changedLogMillis);
        out.writeLong(judgedLogMillis);
        out.writeByte(levels.length);
        for (LevelState level : levels) {
            out.writeByte(SAVED.indexOf(level.severity()));
            level.write(out);
        }
    }

    /**
     * Restores what {@link #write} wrote, maybe under other levels. What was raised stays so until the next value; where that
     * level is gone, those below it are raised in its place then, unless the value is back there. What a level waits for
     * must be so by the last value still.
     */
    public void read(DataInput in) throws IOException {
        told = SAVED.get(in.readUnsignedByte());
        changedLogMillis = in.readLong();
        judgedLogMillis = in.readLong();
        for (int left = in.readUnsignedByte(); left > 0; left--) {
            LevelState level = level(SAVED.get(in.readUnsignedByte()));
            if (level == null) {
                LevelState.skip(in);
            } else {
                level.read(in);
            }
        }
        isRestored = true;
        notePending();
    }

    private @Nullable LevelState level(Severity severity) {
        for (LevelState level : levels) {
            if (level.severity() == severity) {
                return level;
            }
        }
        return null;
    }
}
