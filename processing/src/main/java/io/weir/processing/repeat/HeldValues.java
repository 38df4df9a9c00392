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
 * {@link Verdict#TOO_LATE}. Where there is no room for a further stretch, older ones are forgotten; a long text for which there is
 * no room is let through, and nothing is left out for its sake. Timestamps are nanoseconds. Not thread-safe.
 */
final class HeldValues implements FieldMemory {

    static final int STRETCHES = 4;

    /** Of a stretch with a short value: {@code EstimateTest} compares it. */
    private static final int STRETCH_BYTES = 96;

    /** Instead of a value for which there is no room. No value is like it, because none is spelled without a byte. */
    private static final Value NOT_KEPT = new Value();

    private final Likeness likeness;
    private final long heartbeatNanos;
    private @Nullable Held newest;
    private @Nullable Held restated;

    /** The latest timestamp at which anything was left out in a stretch that is not remembered any more. */
    private long forgottenUntil = Long.MIN_VALUE;

    private long extraBytes;

    HeldValues(Likeness likeness, long heartbeatNanos) {
        this.likeness = likeness;
        this.heartbeatNanos = heartbeatNanos;
    }

    @Override
    public Verdict judge(Value value, long timestamp, Room room) {
        Held last = newest;
        if (last == null) {
            newest = new Held();
            begin(newest, value, timestamp, room);
            return Verdict.LET_THROUGH;
        }
        return timestamp >= last.since
                ? judgeNew(last, value, timestamp, room)
                : judgeLate(last, value, timestamp, room);
    }

    private Verdict judgeNew(Held last, Value value, long timestamp, Room room) {
        // Unsigned, because times may be further apart than a signed number says.
        boolean isDue = Long.compareUnsigned(timestamp - last.since, heartbeatNanos) >= 0;
        if (!isDue && likeness.isLike(last, value)) {
            last.until = Math.max(last.until, timestamp);
            return Verdict.LEFT_OUT;
        }
        if (timestamp < last.until) {
            return restate(last, timestamp, room);
        }
        Held next = last;
        if (last.hasLeftOutBefore(timestamp)) {
            last.until = Math.min(last.until, timestamp - 1);
            next = further(last, room);
            count();
        }
        begin(next, value, timestamp, room);
        return Verdict.LET_THROUGH;
    }

    /** A stretch after the last, to be filled: another one, or the last where there is no room for another. */
    private Held further(Held last, Room room) {
        Held oldest = cutOff(STRETCHES - 1);
        if (oldest == null && !room.forStretch()) {
            forgetBefore(last);
            forgottenUntil = Math.max(forgottenUntil, last.until);
            return last;
        }
        Held next = oldest == null ? new Held() : oldest;
        next.before = last;
        newest = next;
        return next;
    }

    private void begin(Held held, Value value, long timestamp, Room room) {
        boolean isKept = value.room() <= held.room() || room.forText();
        int before = held.room();
        held.begin(isKept ? value : NOT_KEPT, timestamp);
        extraBytes += held.room() - before;
    }

    private void count() {
        extraBytes = 0;
        for (Held held = newest; held != null; held = held.before) {
            extraBytes += held.room() - Value.SHORT + (held.before == null ? 0 : STRETCH_BYTES);
        }
    }

    private Verdict judgeLate(Held last, Value value, long timestamp, Room room) {
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
        return likeness.isLike(held, value) ? Verdict.LEFT_OUT : restate(held, timestamp, room);
    }

    /** Splits a stretch: a value that is not like the one held stands in the midst of it, and the rest begins behind it. */
    private Verdict restate(Held held, long timestamp, Room room) {
        if (held.hasLeftOutBefore(timestamp)) {
            split(held, timestamp - 1, room);
            count();
        }
        held.since = timestamp + 1;
        restated = held;
        return timestamp < held.until ? Verdict.LET_THROUGH_AND_RESTATE : Verdict.LET_THROUGH;
    }

    /** The part of a stretch up to {@code until} becomes one of its own, or is forgotten where there is no room. */
    private void split(Held held, long until, Room room) {
        Held oldest = held.before == null ? null : cutOff(STRETCHES - 1);
        boolean grows = oldest == null || oldest.room() < held.room();
        if (isOldest(held) || (grows && !room.forStretch())) {
            forgetBefore(held);
            forgottenUntil = Math.max(forgottenUntil, until);
            return;
        }
        Held part = oldest == null ? new Held() : oldest;
        part.begin(held, held.since);
        part.until = until;
        part.before = held.before;
        held.before = part;
    }

    /** Is it the oldest of as many as are remembered? */
    private boolean isOldest(Held held) {
        int count = 1;
        for (Held each = newest; each != null && each != held; each = each.before) {
            count++;
        }
        return count == STRETCHES;
    }

    private void forgetBefore(Held held) {
        if (held.before != null) {
            forgottenUntil = Math.max(forgottenUntil, held.before.until);
            held.before = null;
        }
        restated = null;
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
        forgetBefore(last);
        return oldest;
    }

    @Override
    public long extraBytes() {
        return extraBytes;
    }

    @Override
    public Value takeExtra() {
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
        count();
    }
}
