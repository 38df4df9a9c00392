package io.weir.alarming.condition;

import io.weir.contract.rule.alarm.Stuck;

/** Tracks since when all values are the same. */
final class StuckTrigger implements Trigger {

    private final long stuckNanos;
    private boolean hasValue;
    private long value;
    private long since;

    StuckTrigger(Stuck stuck) {
        this.stuckNanos = stuck.time().toNanos();
    }

    @Override
    public int value(long timestamp, Reading reading, boolean isRaised, long newest) {
        long identity = reading.identity();
        // An earlier stamp means that the clock was set back.
        boolean isNew = !hasValue || value != identity || timestamp < since;
        if (isNew) {
            hasValue = true;
            value = identity;
            since = timestamp;
        }
        boolean isStuck = timestamp - since >= stuckNanos;
        return (isStuck == isRaised ? NOTHING : MOVES) + (isNew ? NEW : NOTHING);
    }

    @Override
    public void forget() {
        hasValue = false;
    }

    @Override
    public byte kind() {
        return 2;
    }

    @Override
    public long[] saved() {
        return hasValue ? new long[] {value, since} : NOTHING_SAVED;
    }

    @Override
    public void restore(long[] saved) {
        hasValue = saved.length == 2;
        value = hasValue ? saved[0] : 0;
        since = hasValue ? saved[1] : 0;
    }
}
