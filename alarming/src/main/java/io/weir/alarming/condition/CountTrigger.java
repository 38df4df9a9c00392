package io.weir.alarming.condition;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.rule.alarm.Level;
import io.weir.contract.rule.alarm.Recurrence;

/**
 * Requires another trigger to be met several times within a period. The other trigger alone decides
 * when the level clears.
 *
 * <p>The stamps of the values decide, not their order of arrival: a late value may complete the
 * number. Each stamp counts once, with the value that arrived last. The last of the stamps must be
 * newer than every value that would have cleared the level. The count restarts when the level
 * clears; values from before do not count.
 *
 * <p>The newest stamps are kept, twice as many as are required. A late value is therefore counted
 * correctly unless more such values than required are newer.
 */
final class CountTrigger implements Trigger {

    private static final long NONE = Long.MIN_VALUE;

    /** Numbers of saved state before the stamps. */
    private static final int HEAD = 3;

    private final Trigger each;
    private final int times;
    private final long withinNanos;
    private final SortedStamps met;

    /** Identifies the counted level, so that a restored count of another level is ignored. */
    private final long counted;

    /**
     * Stamp of the newest value that would have cleared the level and is older than the newest of
     * {@link #met}. A newer such value is the newest that was evaluated; its stamp is not kept here,
     * so that it need not be saved.
     */
    private long backAt = NONE;

    /** Values older than this do not count: the level cleared then. */
    private long from = NONE;

    /** @param each the stateless trigger of {@code level} */
    CountTrigger(Trigger each, Level level, Recurrence times) {
        byte[] spelled = level.toString().getBytes(UTF_8);
        this.counted = SeriesHash.of(spelled, 0, spelled.length);
        this.each = each;
        this.times = times.times();
        this.withinNanos = times.within().toNanos();
        this.met = new SortedStamps(2 * times.times());
    }

    @Override
    public int value(long timestamp, Reading value, boolean isRaised, long newest) {
        if (isRaised) {
            return each.value(timestamp, value, true, newest);
        }
        if (!each.isStillMovedBy(value, false)) {
            return notMet(timestamp, value, newest) ? NEW : NOTHING;
        }
        if (timestamp < from) {
            return NOTHING;
        }
        if (newest > met.newest() && newest < timestamp) {
            backAt = newest;
        }
        if (!met.add(timestamp)) {
            return NOTHING;
        }
        long back = newest > met.newest() ? newest : backAt;
        return met.hasGroup(timestamp, times, withinNanos, back) ? MOVES + NEW : NEW;
    }

    /** Evaluates a value that does not count; returns whether state changed that must be saved. */
    private boolean notMet(long timestamp, Reading value, long newest) {
        boolean isCorrected = met.remove(timestamp);
        boolean isBack = timestamp > backAt && newest <= met.newest() && each.isStillMovedBy(value, true);
        if (isBack && timestamp < newest) {
            backAt = timestamp;
            return true;
        }
        return isCorrected;
    }

    @Override
    public int late(long timestamp, Reading value, boolean isRaised, long newest) {
        return isRaised ? NOTHING : value(timestamp, value, false, newest);
    }

    @Override
    public boolean isStillMovedBy(Reading last, boolean isRaised) {
        return each.isStillMovedBy(last, isRaised);
    }

    @Override
    public double passed(Reading value) {
        return each.passed(value);
    }

    @Override
    public double reached(Reading value) {
        return each.reached(value);
    }

    @Override
    public void turned(long timestamp, boolean isRaised) {
        met.clear();
        if (!isRaised) {
            from = timestamp;
        }
    }

    @Override
    public void forget() {
        met.clear();
        backAt = NONE;
        from = NONE;
    }

    @Override
    public void goBack(long latest) {
        met.removeAfter(latest);
        backAt = Math.min(backAt, latest);
        from = Math.min(from, latest);
    }

    @Override
    public byte kind() {
        return 1;
    }

    @Override
    public long[] saved() {
        long[] all = new long[HEAD + met.size()];
        all[0] = counted;
        all[1] = backAt;
        all[2] = from;
        met.copyTo(all, HEAD);
        return all;
    }

    @Override
    public void restore(long[] saved) {
        if (saved[0] == counted) {
            backAt = saved[1];
            from = saved[2];
            met.clear();
            for (int i = HEAD; i < saved.length; i++) {
                met.add(saved[i]);
            }
        }
    }
}
