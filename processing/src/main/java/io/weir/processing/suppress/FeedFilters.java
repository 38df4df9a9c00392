package io.weir.processing.suppress;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The filters of an output's suppressed fields for one feed, by field number, and the lag of the
 * series' time relative to log time. Times are nanoseconds. Not thread-safe.
 */
public final class FeedFilters {

    private static final @Nullable FieldFilter[] NO_FIELDS = new FieldFilter[0];

    private static final int NO_MORE_FIELDS = -1;

    private @Nullable FieldFilter[] fields = NO_FIELDS;
    private long latest = Long.MIN_VALUE;
    private long lag;
    private boolean mayHoldBack;
    private long extraBytes;

    /** The filter of a field; null if it has none. */
    public @Nullable FieldFilter field(int number) {
        return number < fields.length ? fields[number] : null;
    }

    /** Fields are numbered from 0 to below this. */
    public int size() {
        return fields.length;
    }

    /** Adds the filter of a field. */
    public FieldFilter add(int number, FieldFilter filter) {
        if (number >= fields.length) {
            fields = Arrays.copyOf(fields, Math.max(number + 1, fields.length * 3 / 2));
        }
        fields[number] = filter;
        mayHoldBack |= filter instanceof RateLimitFilter;
        return filter;
    }

    /** Decides on a value of a field. */
    public Verdict judge(FieldFilter of, Value value, long timestamp, GrowthLimit limit) {
        long before = of.extraBytes();
        Verdict verdict = of.judge(value, timestamp, limit);
        extraBytes += of.extraBytes() - before;
        return verdict;
    }

    /**
     * Releases the held-back value of a field if it was due at {@code now}; returns false if there
     * is none.
     */
    public boolean release(FieldFilter of, long now) {
        long before = of.extraBytes();
        boolean isReleased = of.release(now);
        extraBytes += of.extraBytes() - before;
        return isReleased;
    }

    /** Heap bytes of the fields beyond one short value each. */
    public long extraBytes() {
        return extraBytes;
    }

    /**
     * Notes that a value stamped {@code timestamp} was received at {@code receivedNanos}, or later
     * if that is not known: then the lag stays. A repeat, which may arrive much later, does not
     * change the lag either.
     */
    public void observe(long timestamp, long receivedNanos, boolean isReceiptKnown) {
        if (timestamp > latest) {
            latest = timestamp;
            lag = isReceiptKnown ? receivedNanos - timestamp : lag;
        }
    }

    /** Whether some field may hold values back. */
    public boolean mayHoldBack() {
        return mayHoldBack;
    }

    /** The time of the series' own clock at a log time, if the series is silent. */
    public long seriesTime(long logNanos) {
        return logNanos - lag;
    }

    /**
     * The log time at which the first held-back value is due; {@link FieldFilter#NEVER} if there is
     * none.
     */
    public long dueAtLogTime() {
        long first = FieldFilter.NEVER;
        if (mayHoldBack) {
            for (FieldFilter each : fields) {
                first = each == null ? first : Math.min(first, each.dueAt());
            }
        }
        return first == FieldFilter.NEVER ? first : first + lag;
    }

    public void reset() {
        fields = NO_FIELDS;
        latest = Long.MIN_VALUE;
        lag = 0;
        mayHoldBack = false;
        extraBytes = 0;
    }

    /** Writes the state. */
    public void write(DataOutput out) throws IOException {
        out.writeLong(latest);
        out.writeLong(lag);
        for (int number = 0; number < fields.length; number++) {
            FieldFilter each = fields[number];
            if (each != null) {
                out.writeInt(number);
                each.write(out);
            }
        }
        out.writeInt(NO_MORE_FIELDS);
    }

    /**
     * Restores the output of {@link #write}.
     *
     * @param fresh creates a filter without values for a field number, of the same kind as before
     */
    public void read(DataInput in, IntFunction<FieldFilter> fresh) throws IOException {
        reset();
        latest = in.readLong();
        lag = in.readLong();
        for (int number = in.readInt(); number != NO_MORE_FIELDS; number = in.readInt()) {
            FieldFilter filter = add(number, fresh.apply(number));
            filter.read(in);
            extraBytes += filter.extraBytes();
        }
    }
}
