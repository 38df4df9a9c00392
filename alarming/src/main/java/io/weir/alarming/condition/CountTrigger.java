package io.weir.alarming.condition;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.rule.alarm.Level;
import io.weir.contract.rule.alarm.Recurrence;

/**
 * Requires another trigger to be met several times. The other trigger alone decides when the level
 * clears.
 */
final class CountTrigger implements Trigger {

    private final Trigger each;
    private final long withinNanos;
    private final Recent met;

    /** Identifies the counted level, so that a restored count of another level is ignored. */
    private final long counted;

    /** @param each the stateless trigger of {@code level} */
    CountTrigger(Trigger each, Level level, Recurrence times) {
        byte[] spelled = level.toString().getBytes(UTF_8);
        this.counted = SeriesHash.of(spelled, 0, spelled.length);
        this.each = each;
        this.withinNanos = times.within().toNanos();
        this.met = new Recent(times.times());
    }

    @Override
    public int value(long timestamp, Reading value, boolean isRaised) {
        int flags = each.value(timestamp, value, isRaised);
        if (isRaised || flags == NOTHING) {
            return flags;
        }
        met.add(timestamp);
        return met.isFullWithin(withinNanos, timestamp) ? MOVES + NEW : NEW;
    }

    @Override
    public boolean isStillMovedBy(Reading last, boolean isRaised) {
        return isRaised && each.isStillMovedBy(last, true);
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
    public void turned() {
        met.clear();
    }

    @Override
    public void forget() {
        met.clear();
    }

    @Override
    public byte kind() {
        return 1;
    }

    @Override
    public long[] saved() {
        return met.toArray(counted);
    }

    @Override
    public void restore(long[] saved) {
        if (saved[0] == counted) {
            met.restore(saved);
        }
    }
}
