package io.weir.processing.suppress;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Suppresses a value of one field if it is like the reference value at its timestamp and the
 * heartbeat is not due. A value that is let through is the reference value until the next one.
 *
 * <p>So a reader that holds each value until the next has a like value at the timestamp of every
 * value, in whatever order values arrive. A late value that is unlike the reference value at its
 * time is let through, and the reference value is restated after it.
 *
 * <p>A <em>stretch</em> is the time from a reference value to the last value that was suppressed
 * because of it. The filter remembers {@value #STRETCHES} stretches. A value in an older one is let
 * through as {@link Verdict#TOO_LATE}. If the growth limit refuses another stretch, older stretches
 * are forgotten. If the limit refuses a long text, the text is let through and suppresses no value.
 * Timestamps are nanoseconds. Not thread-safe.
 */
final class DeadbandFilter implements FieldFilter {

    static final int STRETCHES = 4;

    /** Estimated heap of a stretch with a short value; {@code EstimateTest} verifies it. */
    private static final int STRETCH_BYTES = 96;

    /**
     * Replaces a value that the growth limit refused. No value is like it, because every value has
     * at least one byte.
     */
    private static final Value NOT_KEPT = new Value();

    private final Likeness likeness;
    private final long heartbeatNanos;
    private @Nullable ReferenceValue newest;
    private @Nullable ReferenceValue restated;

    /** The latest timestamp that was suppressed in a stretch that is no longer remembered. */
    private long forgottenUntil = Long.MIN_VALUE;

    private long extraBytes;

    DeadbandFilter(Likeness likeness, long heartbeatNanos) {
        this.likeness = likeness;
        this.heartbeatNanos = heartbeatNanos;
    }

    @Override
    public Verdict judge(Value value, long timestamp, GrowthLimit limit) {
        ReferenceValue last = newest;
        if (last == null) {
            newest = new ReferenceValue();
            begin(newest, value, timestamp, limit);
            return Verdict.LET_THROUGH;
        }
        return timestamp >= last.since
                ? judgeNew(last, value, timestamp, limit)
                : judgeLate(last, value, timestamp, limit);
    }

    private Verdict judgeNew(ReferenceValue last, Value value, long timestamp, GrowthLimit limit) {
        // Unsigned, because the difference of two times may exceed a signed number.
        boolean isDue = Long.compareUnsigned(timestamp - last.since, heartbeatNanos) >= 0;
        if (!isDue && likeness.isLike(last, value)) {
            last.until = Math.max(last.until, timestamp);
            return Verdict.LEFT_OUT;
        }
        if (timestamp < last.until) {
            return restate(last, timestamp, limit);
        }
        ReferenceValue next = last;
        if (last.hasLeftOutBefore(timestamp)) {
            last.until = Math.min(last.until, timestamp - 1);
            next = further(last, limit);
            count();
        }
        begin(next, value, timestamp, limit);
        return Verdict.LET_THROUGH;
    }

    /**
     * Returns the next stretch to fill: another one, or the last if the limit refuses another.
     */
    private ReferenceValue further(ReferenceValue last, GrowthLimit limit) {
        ReferenceValue oldest = cutOff(STRETCHES - 1);
        if (oldest == null && !limit.allowsStretch()) {
            forgetBefore(last);
            forgottenUntil = Math.max(forgottenUntil, last.until);
            return last;
        }
        ReferenceValue next = oldest == null ? new ReferenceValue() : oldest;
        next.before = last;
        newest = next;
        return next;
    }

    private void begin(ReferenceValue stretch, Value value, long timestamp, GrowthLimit limit) {
        boolean isKept = value.capacity() <= stretch.capacity() || limit.allowsText();
        int before = stretch.capacity();
        stretch.begin(isKept ? value : NOT_KEPT, timestamp);
        extraBytes += stretch.capacity() - before;
    }

    private void count() {
        extraBytes = 0;
        for (ReferenceValue stretch = newest; stretch != null; stretch = stretch.before) {
            extraBytes += stretch.capacity() - Value.SHORT + (stretch.before == null ? 0 : STRETCH_BYTES);
        }
    }

    private Verdict judgeLate(ReferenceValue last, Value value, long timestamp, GrowthLimit limit) {
        ReferenceValue stretch = last.before;
        while (stretch != null && timestamp < stretch.since) {
            stretch = stretch.before;
        }
        if (stretch == null) {
            return timestamp <= forgottenUntil ? Verdict.TOO_LATE : Verdict.LET_THROUGH;
        }
        if (timestamp > stretch.until) {
            return Verdict.LET_THROUGH;
        }
        return likeness.isLike(stretch, value) ? Verdict.LEFT_OUT : restate(stretch, timestamp, limit);
    }

    /** Splits a stretch at a value unlike its own: the rest of the stretch begins after it. */
    private Verdict restate(ReferenceValue stretch, long timestamp, GrowthLimit limit) {
        if (stretch.hasLeftOutBefore(timestamp)) {
            split(stretch, timestamp - 1, limit);
            count();
        }
        stretch.since = timestamp + 1;
        restated = stretch;
        return timestamp < stretch.until ? Verdict.LET_THROUGH_AND_RESTATE : Verdict.LET_THROUGH;
    }

    /**
     * Makes the part of a stretch up to {@code until} a stretch of its own, or forgets it if the
     * limit refuses one.
     */
    private void split(ReferenceValue stretch, long until, GrowthLimit limit) {
        ReferenceValue oldest = stretch.before == null ? null : cutOff(STRETCHES - 1);
        boolean grows = oldest == null || oldest.capacity() < stretch.capacity();
        if (isOldest(stretch) || (grows && !limit.allowsStretch())) {
            forgetBefore(stretch);
            forgottenUntil = Math.max(forgottenUntil, until);
            return;
        }
        ReferenceValue part = oldest == null ? new ReferenceValue() : oldest;
        part.begin(stretch, stretch.since);
        part.until = until;
        part.before = stretch.before;
        stretch.before = part;
    }

    /** Whether a stretch is the oldest of the maximum number. */
    private boolean isOldest(ReferenceValue stretch) {
        int count = 1;
        for (ReferenceValue each = newest; each != null && each != stretch; each = each.before) {
            count++;
        }
        return count == STRETCHES;
    }

    private void forgetBefore(ReferenceValue stretch) {
        if (stretch.before != null) {
            forgottenUntil = Math.max(forgottenUntil, stretch.before.until);
            stretch.before = null;
        }
        restated = null;
    }

    /**
     * Forgets all stretches but the newest {@code count}. Returns one of them for reuse; null if
     * there was none.
     */
    private @Nullable ReferenceValue cutOff(int count) {
        ReferenceValue last = newest;
        for (int left = count - 1; left > 0 && last != null; left--) {
            last = last.before;
        }
        if (last == null || last.before == null) {
            return null;
        }
        ReferenceValue oldest = last.before;
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
        for (ReferenceValue stretch = newest; stretch != null; stretch = stretch.before) {
            out.writeBoolean(true);
            stretch.write(out);
        }
        out.writeBoolean(false);
    }

    @Override
    public void read(DataInput in) throws IOException {
        forgottenUntil = in.readLong();
        newest = null;
        for (ReferenceValue last = null; in.readBoolean(); ) {
            ReferenceValue stretch = new ReferenceValue();
            stretch.read(in);
            if (last == null) {
                newest = stretch;
            } else {
                last.before = stretch;
            }
            last = stretch;
        }
        count();
    }
}
