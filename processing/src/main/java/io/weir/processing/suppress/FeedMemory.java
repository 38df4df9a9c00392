package io.weir.processing.suppress;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the values of an output's suppressed fields that one feed received, by field number,
 * and the lag of the series' time behind log time. Times are nanoseconds. Not thread-safe.
 */
public final class FeedMemory {

    private static final @Nullable FieldMemory[] NO_FIELDS = new FieldMemory[0];

    private static final int NO_MORE_FIELDS = -1;

    private @Nullable FieldMemory[] fields = NO_FIELDS;
    private long latest = Long.MIN_VALUE;
    private long lag;
    private boolean mayHoldBack;
    private long extraBytes;

    /** The memory of a field; null if it has none. */
    public @Nullable FieldMemory field(int number) {
        return number < fields.length ? fields[number] : null;
    }

    /** Fields are numbered from 0 to below this. */
    public int size() {
        return fields.length;
    }

    /** Starts the memory of a field. */
    public FieldMemory begin(int number, FieldMemory memory) {
        if (number >= fields.length) {
            fields = Arrays.copyOf(fields, Math.max(number + 1, fields.length * 3 / 2));
        }
        fields[number] = memory;
        mayHoldBack |= memory instanceof RateLimitFilter;
        return memory;
    }

    /** Decides on a value of a field. */
    public Verdict judge(FieldMemory of, Value value, long timestamp, Room room) {
        long before = of.extraBytes();
        Verdict verdict = of.judge(value, timestamp, room);
        extraBytes += of.extraBytes() - before;
        return verdict;
    }

    /**
     * Releases the held-back value of a field if it was due at {@code now}; returns false if there
     * is none.
     */
    public boolean release(FieldMemory of, long now) {
        long before = of.extraBytes();
        boolean isReleased = of.release(now);
        extraBytes += of.extraBytes() - before;
        return isReleased;
    }

    /** Heap bytes of the fields beyond one short value each. */
    public long extraBytes() {
        return extraBytes;
    }

    /** Notes that a value stamped {@code timestamp} was received at {@code receivedNanos}. */
    public void observe(long timestamp, long receivedNanos) {
        if (timestamp >= latest) {
            latest = timestamp;
            lag = receivedNanos - timestamp;
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
     * The log time at which the first held-back value is due; {@link FieldMemory#NEVER} if there is
     * none.
     */
    public long dueAtLogTime() {
        long first = FieldMemory.NEVER;
        if (mayHoldBack) {
            for (FieldMemory each : fields) {
                first = each == null ? first : Math.min(first, each.dueAt());
            }
        }
        return first == FieldMemory.NEVER ? first : first + lag;
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
            FieldMemory each = fields[number];
            if (each != null) {
                out.writeInt(number);
                each.write(out);
            }
        }
        out.writeInt(NO_MORE_FIELDS);
    }

    /**
     * Restores what {@link #write} wrote.
     *
     * @param fresh makes an empty memory for a field number, of the same kind as before
     */
    public void read(DataInput in, IntFunction<FieldMemory> fresh) throws IOException {
        reset();
        latest = in.readLong();
        lag = in.readLong();
        for (int number = in.readInt(); number != NO_MORE_FIELDS; number = in.readInt()) {
            FieldMemory memory = begin(number, fresh.apply(number));
            memory.read(in);
            extraBytes += memory.extraBytes();
        }
    }
}
