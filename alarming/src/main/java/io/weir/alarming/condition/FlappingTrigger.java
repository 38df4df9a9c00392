package io.weir.alarming.condition;

import io.weir.contract.rule.alarm.Flapping;

/** Tracks when the value changed. */
final class FlappingTrigger implements Trigger {

    private final long withinNanos;
    private final Recent changes;
    private boolean hasValue;
    private long value;

    FlappingTrigger(Flapping flapping) {
        this.withinNanos = flapping.changes().within().toNanos();
        this.changes = new Recent(flapping.changes().times());
    }

    @Override
    public int value(long timestamp, Reading reading, boolean isRaised, long newest) {
        long identity = reading.identity();
        boolean isNew = !hasValue || value != identity;
        if (hasValue && isNew) {
            changes.add(timestamp);
        }
        hasValue = true;
        value = identity;
        boolean isFlapping = changes.isFullWithin(withinNanos, timestamp);
        return (isFlapping == isRaised ? NOTHING : MOVES) + (isNew ? NEW : NOTHING);
    }

    @Override
    public void forget() {
        hasValue = false;
        changes.clear();
    }

    @Override
    public byte kind() {
        return 3;
    }

    /** Returns the value, followed by the times of its changes. */
    @Override
    public long[] saved() {
        return hasValue ? changes.toArray(value) : NOTHING_SAVED;
    }

    @Override
    public void restore(long[] saved) {
        hasValue = saved.length > 0;
        value = hasValue ? saved[0] : 0;
        changes.restore(saved);
    }
}
