package io.weir.alarming.condition;

import io.weir.contract.alarm.Severity;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates one alarm rule for one series. The severity is that of the highest raised level.
 *
 * <p>Levels are independent. A level is raised when its {@link Trigger} was met without a break for
 * the rule's delay. It is cleared when the trigger was back without a break for the rule's clear
 * delay. Between two values the earlier one holds, so delays do not depend on the rate of values.
 *
 * <p>Time is the series' own: the timestamps of its values. While the series is silent, log time
 * replaces it, reduced by the lag of the series when the delay began.
 *
 * <p>Values may arrive out of timestamp order. A level without delays follows the newest value that
 * raises or clears it. Otherwise, a value older than the newest that a level evaluated changes that
 * level only in two ways: it interrupts a delay that includes its stamp, and it is counted at its
 * stamp. Of values with equal stamps the last one counts.
 *
 * <p>Times are nanoseconds, log times milliseconds, since the epoch. Not thread-safe.
 */
public final class Condition {

    private static final long NONE = Long.MIN_VALUE;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /**
     * Flag in addition to those of {@link LevelState#value}: at least one level evaluated the
     * value.
     */
    private static final int SHOWN = 4;

    /** Severities by the number under which they are saved. */
    private static final List<Severity> SAVED = List.of(Severity.OK, Severity.MINOR, Severity.MAJOR, Severity.INVALID);

    private final LevelState[] levels;
    private final long remembersMillis;
    private final boolean isNumeric;
    private Severity reported = Severity.OK;
    private long changedLogMillis = NONE;

    /** Log time of the last evaluated value; {@link #NONE} if there was none or it is forgotten. */
    private long evaluatedLogMillis = NONE;

    /**
     * The levels that the last value decided, one bit each; {@link #evaluatedStamp} is its stamp.
     */
    private int evaluatedLevels;

    private long evaluatedStamp = NONE;
    private boolean isPending;
    private boolean isRestored;

    /**
     * Creates a condition without values: severity OK.
     *
     * @param plans the lowest level first
     */
    public Condition(List<LevelPlan> plans) {
        levels = plans.stream().map(LevelState::new).toArray(LevelState[]::new);
        remembersMillis = plans.stream().mapToLong(LevelPlan::spanNanos).max().orElse(0) / NANOS_PER_MILLI;
        isNumeric = plans.stream().anyMatch(LevelPlan::isNumeric);
    }

    /** Returns whether the condition accepts such a value: with a limit, only numbers. */
    public boolean accepts(Reading value) {
        return !isNumeric || value.isNumber();
    }

    /** Returns whether a value with this timestamp is too old for any level. */
    public boolean isOld(long timestamp) {
        for (LevelState level : levels) {
            if (level.isOld(timestamp)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether any level is raised. */
    public boolean isRaised() {
        return reported != Severity.OK;
    }

    /** Returns whether a level waits for the end of its delay. */
    public boolean isPending() {
        return isPending;
    }

    /**
     * Returns whether no value was evaluated, or all are forgotten. A pristine condition need not
     * be saved.
     */
    public boolean isPristine() {
        return changedLogMillis == NONE && evaluatedLogMillis == NONE;
    }

    /**
     * Returns the levels that the last value decided, one bit each; they ignore older values from
     * now on. An old value decides none.
     */
    public int evaluatedLevels() {
        return evaluatedLevels;
    }

    /** Returns the stamp below which values are old for {@link #evaluatedLevels}. */
    public long evaluatedStamp() {
        return evaluatedStamp;
    }

    /** Returns the log time of the last evaluated value. */
    public long evaluatedLogMillis() {
        return evaluatedLogMillis;
    }

    /** Restores the results of the three methods above; call it after {@link #read}. */
    public void evaluated(int levelBits, long stamp, long logMillis) {
        evaluatedLogMillis = logMillis;
        for (int i = 0; i < levels.length; i++) {
            if ((levelBits & (1 << i)) != 0) {
                levels[i].evaluated(stamp);
            }
        }
    }

    /**
     * Evaluates a value that {@link #accepts} accepts. Its stamp must not be too far ahead of its
     * receive time: later values would be old.
     *
     * @param logMillis timestamp of the record that contains the value
     * @return whether state changed that must be saved, apart from {@link #evaluatedLevels}
     */
    public boolean value(long timestamp, Reading value, long logMillis, ConditionListener listener) {
        boolean completed = isPending && complete(timestamp - 1, false, logMillis, listener);
        boolean isFirst = evaluatedLogMillis == NONE;
        int shown = show(timestamp, value, logMillis);
        boolean isNew = (shown & LevelState.NEW) != 0;
        if (isNew) {
            noteChange(logMillis);
        }
        boolean turned = isPending && complete(timestamp, false, logMillis, listener);
        boolean differs = isRestored && (shown & SHOWN) != 0 && reportRestored(timestamp, value, logMillis, listener);
        return completed || isNew || turned || differs || (isFirst && evaluatedLevels != 0);
    }

    /** Passes the value to the levels; returns their combined flags. */
    private int show(long timestamp, Reading value, long logMillis) {
        long logNanos = logMillis * NANOS_PER_MILLI;
        int all = 0;
        evaluatedLevels = 0;
        evaluatedStamp = timestamp;
        for (int i = 0; i < levels.length; i++) {
            LevelState level = levels[i];
            if (level.isOld(timestamp)) {
                all |= level.late(timestamp, value, logNanos);
                continue;
            }
            int flags = level.value(timestamp, value, logNanos);
            all |= flags | SHOWN;
            if ((flags & LevelState.EVALUATED) != 0) {
                level.evaluated(timestamp);
                evaluatedLevels |= 1 << i;
                evaluatedLogMillis = logMillis;
            }
        }
        return all;
    }

    /**
     * Advances time while the series is silent.
     *
     * @return whether state changed that must be saved
     */
    public boolean tick(long logMillis, ConditionListener listener) {
        return isPending && complete(logMillis * NANOS_PER_MILLI, true, logMillis, listener);
    }

    /**
     * Corrects a log time that was too far ahead; it is now {@code logMillis}.
     *
     * @param aheadNanos how far the stamp of a value may be ahead of log time
     * @return whether state changed that must be saved
     */
    public boolean goBack(long logMillis, long aheadNanos) {
        long logNanos = logMillis * NANOS_PER_MILLI;
        for (LevelState level : levels) {
            level.goBack(logNanos, logNanos + aheadNanos);
        }
        changedLogMillis = Math.min(changedLogMillis, logMillis);
        evaluatedLogMillis = Math.min(evaluatedLogMillis, logMillis);
        return !isPristine();
    }

    /**
     * Forgets the last change and the stamps of old values from before {@code logMillis}, unless a
     * level is raised or waiting.
     *
     * @return whether state changed that must be saved
     */
    public boolean forget(long logMillis) {
        if (isRaised() || isPending) {
            return false;
        }
        long before = logMillis - remembersMillis;
        boolean forgetsChange = changedLogMillis != NONE && changedLogMillis < before;
        boolean forgetsEvaluated = evaluatedLogMillis != NONE && evaluatedLogMillis < before;
        if (forgetsChange) {
            changedLogMillis = NONE;
            for (LevelState level : levels) {
                level.forget();
            }
        }
        if (forgetsEvaluated) {
            evaluatedLogMillis = NONE;
            for (LevelState level : levels) {
                level.forgetEvaluated();
            }
        }
        return forgetsChange || forgetsEvaluated;
    }

    /**
     * Raises and clears the levels whose delays end, each at its own due time.
     *
     * @param until the series' time, or log time if the series is silent
     */
    private boolean complete(long until, boolean isSilent, long logMillis, ConditionListener listener) {
        boolean any = false;
        for (long due = nextDue(until, isSilent); due != LevelState.NEVER; due = nextDue(until, isSilent)) {
            LevelState lowest = null;
            for (LevelState level : levels) {
                // A level that waits since the same moment may have another lag.
                if (level.due() == due && isDue(level, until, isSilent)) {
                    level.turn(due);
                    lowest = lowest == null ? level : lowest;
                }
            }
            noteChange(logMillis);
            LevelState turned = lowest == null ? levels[0] : lowest;
            report(due, turned, turned.last(), listener);
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

    /**
     * Reports the severity under the current levels if it differs from the one saved under others.
     */
    private boolean reportRestored(long timestamp, Reading value, long logMillis, ConditionListener listener) {
        isRestored = false;
        if (isRaised() && level(reported) == null) {
            raiseBelow(timestamp, value);
        }
        if (!report(timestamp, levels[0], value, listener)) {
            return false;
        }
        noteChange(logMillis);
        return true;
    }

    /**
     * Replaces a reported level that no longer exists: raises the lower levels that the value does
     * not clear.
     */
    private void raiseBelow(long timestamp, Reading value) {
        for (LevelState level : levels) {
            if (!level.isRaised() && level.severity().compareTo(reported) < 0 && !level.isBack(value)) {
                level.turn(timestamp);
            }
        }
        notePending();
    }

    /**
     * Reports the severity if it changed.
     *
     * @param turned the lowest level that changed
     */
    private boolean report(long timestamp, LevelState turned, Reading value, ConditionListener listener) {
        LevelState highest = highest();
        Severity severity = highest == null ? Severity.OK : highest.severity();
        if (severity == reported) {
            return false;
        }
        reported = severity;
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
        out.writeByte(SAVED.indexOf(reported));
        out.writeLong(changedLogMillis);
        out.writeLong(evaluatedLogMillis);
        out.writeByte(levels.length);
        for (LevelState level : levels) {
            out.writeByte(SAVED.indexOf(level.severity()));
            level.write(out);
        }
    }

    /**
     * Restores what {@link #write} wrote, possibly under other levels. A raised severity stays
     * until the next value. If its level was removed, that value then raises the lower levels that
     * it does not clear. A level keeps waiting only if the last value still calls for it.
     */
    public void read(DataInput in) throws IOException {
        reported = SAVED.get(in.readUnsignedByte());
        changedLogMillis = in.readLong();
        evaluatedLogMillis = in.readLong();
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
