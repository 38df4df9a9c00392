package io.weir.processing.suppress;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Models a reader of one field that holds each value let through until the next. A value is
 * suppressed if it is like the value held at its timestamp and the heartbeat is not due.
 *
 * <p>So at the timestamp of every value, the reader holds a like value, in whatever order values
 * arrive. A late value that is unlike the value held at its time is let through, and the held value
 * is restated after it. This is possible for the last {@value #STRETCHES} stretches of time with
 * suppressed values; a value that is later still is let through as {@link Verdict#TOO_LATE}.
 * Without room for another stretch, older ones are forgotten. A long text without room is let
 * through, and no value is suppressed because of it. Timestamps are nanoseconds. Not thread-safe.
 */
final class DeadbandFilter implements FieldMemory {

    static final int STRETCHES = 4;

    /** Estimated heap of a stretch with a short value; {@code EstimateTest} verifies it. */
    private static final int STRETCH_BYTES = 96;

    /**
     * Stands for a value without room. No value is like it, because every value has at least one
     * byte.
     */
    private static final Value NOT_KEPT = new Value();

    private final Likeness likeness;
    private final long heartbeatNanos;
    private @Nullable Held newest;
    private @Nullable Held restated;

    /** The latest timestamp that was suppressed in a stretch that is no longer remembered. */
    private long forgottenUntil = Long.MIN_VALUE;

    private long extraBytes;

    DeadbandFilter(Likeness likeness, long heartbeatNanos) {
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
        // Unsigned, because the difference of two times may exceed a signed number.
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

    /**
     * Returns the next stretch to fill: another one, or the last if there is no room for another.
     */
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

    /** Splits a stretch at a value unlike the held one: the rest of the stretch begins after it. */
    private Verdict restate(Held held, long timestamp, Room room) {
        if (held.hasLeftOutBefore(timestamp)) {
            split(held, timestamp - 1, room);
            count();
        }
        held.since = timestamp + 1;
        restated = held;
        return timestamp < held.until ? Verdict.LET_THROUGH_AND_RESTATE : Verdict.LET_THROUGH;
    }

    /**
     * Makes the part of a stretch up to {@code until} a stretch of its own, or forgets it if there
     * is no room.
     */
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

    /** Whether a stretch is the oldest of the maximum number. */
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

    /**
     * Forgets all stretches but the newest {@code count}. Returns one of them for reuse; null if
     * there was none.
     */
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
