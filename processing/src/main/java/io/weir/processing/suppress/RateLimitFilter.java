package io.weir.processing.suppress;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Lets at most one value of a field through per interval. The first value passes immediately. Of
 * the values that arrive too soon after it, only the latest is kept, held back. If no other value
 * arrives in time, the held-back value is released as soon as the interval allows, with its own
 * timestamp. So a reader that holds each value until the next lags by at most one interval.
 *
 * <p>A value older than the latest known one is suppressed, and so is a repeat of the latest, which
 * changes nothing. Another value with the timestamp of the latest replaces it. Timestamps are
 * nanoseconds. Not thread-safe.
 */
final class RateLimitFilter implements FieldFilter {

    private final long everyNanos;
    private boolean isEmpty = true;
    private boolean isHeldBack;

    /** When a value was last let through: its timestamp, or the time of its release. */
    private long letThroughAt;

    /** The timestamp of the latest value, held back or not. */
    private long latest;

    /** The hash of the latest value, which is not kept once it was let through. */
    private long latestHash;

    private Value heldBack = new Value();

    RateLimitFilter(long everyNanos) {
        this.everyNanos = everyNanos;
    }

    @Override
    public Verdict judge(Value value, long timestamp, GrowthLimit limit) {
        long hash = value.hash();
        if (!isEmpty && (timestamp < latest || (timestamp == latest && hash == latestHash))) {
            return Verdict.LEFT_OUT;
        }
        latest = timestamp;
        latestHash = hash;
        if (isEmpty || timestamp >= nextAt() || !fits(value, limit)) {
            isEmpty = false;
            isHeldBack = false;
            heldBack.drop();
            letThroughAt = timestamp;
            return Verdict.LET_THROUGH;
        }
        heldBack.copy(value);
        isHeldBack = true;
        return Verdict.LEFT_OUT;
    }

    private boolean fits(Value value, GrowthLimit limit) {
        return value.capacity() <= Value.SHORT + extraBytes() || limit.allowsText();
    }

    @Override
    public long extraBytes() {
        return isHeldBack ? heldBack.capacity() - Value.SHORT : 0;
    }

    @Override
    public long dueAt() {
        return isHeldBack ? nextAt() : NEVER;
    }

    @Override
    public boolean release(long now) {
        if (now < dueAt() || !isHeldBack) {
            return false;
        }
        letThroughAt = nextAt();
        isHeldBack = false;
        return true;
    }

    /** Saturates at the end of time. */
    private long nextAt() {
        return letThroughAt > Long.MAX_VALUE - everyNanos ? Long.MAX_VALUE : letThroughAt + everyNanos;
    }

    @Override
    public Value takeExtra() {
        Value extra = heldBack;
        if (extra.capacity() > Value.SHORT) {
            heldBack = new Value();
        }
        return extra;
    }

    @Override
    public long extraAt() {
        return latest;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeBoolean(isEmpty);
        out.writeBoolean(isHeldBack);
        out.writeLong(letThroughAt);
        out.writeLong(latest);
        out.writeLong(latestHash);
        if (isHeldBack) {
            heldBack.write(out);
        }
    }

    @Override
    public void read(DataInput in) throws IOException {
        isEmpty = in.readBoolean();
        isHeldBack = in.readBoolean();
        letThroughAt = in.readLong();
        latest = in.readLong();
        latestHash = in.readLong();
        if (isHeldBack) {
            heldBack.read(in);
        }
    }
}
