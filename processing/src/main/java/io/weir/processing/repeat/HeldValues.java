package io.weir.processing.repeat;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a reader of one field holds if it holds each value let through until the next. A value is left out if it is like the
 * one held at its timestamp, and the heartbeat is not yet due.
 *
 * <p>So at the timestamp of every value, what the reader holds is like that value, in whatever order they come: a late one
 * that is not like what was held at its time is let through, and what was held is restated behind it. That is remembered for
 * the last {@value #STRETCHES} stretches of time in which anything was left out; what comes later still is let through, but
 * {@link Verdict#TOO_LATE}. Timestamps are nanoseconds. Not thread-safe.
 */
final class HeldValues implements FieldMemory {

    static final int STRETCHES = 4;

    private final Likeness likeness;
    private final long heartbeatNanos;
    private @Nullable Held newest;
    private @Nullable Held restated;

    /** The latest timestamp at which anything was left out in a stretch that is not remembered any more. */
    private long forgottenUntil = Long.MIN_VALUE;

    HeldValues(Likeness likeness, long heartbeatNanos) {
        this.likeness = likeness;
        this.heartbeatNanos = heartbeatNanos;
    }

    @Override
    public Verdict judge(Value value, long timestamp) {
        Held last = newest;
        if (last == null) {
            newest = new Held();
            newest.begin(value, timestamp);
            return Verdict.LET_THROUGH;
        }
        return timestamp >= last.since ? judgeNew(last, value, timestamp) : judgeLate(last, value, timestamp);
    }

    private Verdict judgeNew(Held last, Value value, long timestamp) {
        // Unsigned, because times may be further apart than a signed number says.
        boolean isDue = Long.compareUnsigned(timestamp - last.since, heartbeatNanos) >= 0;
        if (!isDue && likeness.isLike(last, value)) {
            last.until = Math.max(last.until, timestamp);
            return Verdict.LEFT_OUT;
        }
        if (timestamp < last.until) {
            return restate(last, timestamp);
        }
        Held next = last;
        if (last.hasLeftOutBefore(timestamp)) {
            last.until = Math.min(last.until, timestamp - 1);
            Held oldest = cutOff(STRETCHES - 1);
            next = oldest == null ? new Held() : oldest;
            next.before = last;
            newest = next;
        }
        next.begin(value, timestamp);
        return Verdict.LET_THROUGH;
    }

    private Verdict judgeLate(Held last, Value value, long timestamp) {
        Held held = last.before;
        while (held != null && timestamp < held.since) {
            held = held.before;
        }
        if (held == null) {
            return timestamp <= forgottenUntil ? Verdict.TOO_LATE : Verdict.LET_THROUGH;
        }
        if (timestamp > held.until) {
            return Verdict.LET_THROUGH;
        }
        return likeness.isLike(held, value) ? Verdict.LEFT_OUT : restate(held, timestamp);
    }

    /** Splits a stretch: a value that is not like the one held stands in the midst of it, and the rest begins behind it. */
    private Verdict restate(Held held, long timestamp) {
        if (held.hasLeftOutBefore(timestamp)) {
            Held part = new Held();
            part.begin(held, held.since);
            part.until = timestamp - 1;
            part.before = held.before;
            held.before = part;
            cutOff(STRETCHES);
        }
        held.since = timestamp + 1;
        restated = held;
        return timestamp < held.until ? Verdict.LET_THROUGH_AND_RESTATE : Verdict.LET_THROUGH;
    }

    /** Forgets all stretches but the newest {@code count}; returns one of them, if there are any, to be filled anew. */
    private @Nullable Held cutOff(int count) {
        Held last = newest;
        for (int left = count - 1; left > 0 && last != null; left--) {
            last = last.before;
        }
        if (last == null || last.before == null) {
            return null;
        }
        Held oldest = last.before;
        last.before = null;
        forgottenUntil = Math.max(forgottenUntil, oldest.until);
        return oldest;
    }

    @Override
    public Value extra() {
        return Objects.requireNonNull(restated);
    }

    @Override
    public long extraAt() {
        return Objects.requireNonNull(restated).since;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeLong(forgottenUntil);
        for (Held held = newest; held != null; held = held.before) {
            out.writeBoolean(true);
            held.write(out);
        }
        out.writeBoolean(false);
    }

    @Override
    public void read(DataInput in) throws IOException {
        forgottenUntil = in.readLong();
        newest = null;
        for (Held last = null; in.readBoolean(); ) {
            Held held = new Held();
            held.read(in);
            if (last == null) {
                newest = held;
            } else {
                last.before = held;
            }
            last = held;
        }
    }
}
