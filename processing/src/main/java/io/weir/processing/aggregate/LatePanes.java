package io.weir.processing.aggregate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * The panes of a series with values that arrived after the first result of their window: these
 * windows are revised. Without memory for another value or pane, a revised result would be wrong, so
 * the windows up to that time are not revised. Times are nanoseconds since the epoch. Not
 * thread-safe.
 */
final class LatePanes {

    /** Heap bytes of this object and its empty array. */
    private static final int OWN_BYTES = 48;

    /** No value is missing from a later window. */
    private static final long NEVER = Long.MAX_VALUE;

    private static final int LEAST = 4;
    private static final int MOST = 1 << 14;

    private long[] starts = {};
    private int size;

    private boolean hasGrown;

    /** The earliest time for which a value is missing and that {@link #forgetBefore} has not passed. */
    private long firstMissing = NEVER;

    /** The latest time for which a value is missing. */
    private long missing = Long.MIN_VALUE;

    /** Estimated heap bytes. Equal for equal state. */
    long bytes() {
        return OWN_BYTES + (long) Long.BYTES * starts.length;
    }

    /** Returns whether {@link #bytes} has changed since the last call. */
    boolean takeGrowth() {
        boolean grown = hasGrown;
        hasGrown = false;
        return grown;
    }

    /**
     * Notes a late value in the pane at {@code start}. Returns false if it may be there twice, or
     * without memory for the note.
     */
    boolean add(long start, Added added, boolean mayGrow) {
        if (added.isUnchecked()) {
            return false;
        }
        int place = Arrays.binarySearch(starts, 0, size, start);
        if (place >= 0) {
            return true;
        }
        if (size == starts.length) {
            if (!mayGrow || size == MOST) {
                return false;
            }
            starts = Arrays.copyOf(starts, Math.max(LEAST, 2 * size));
            hasGrown = true;
        }
        int at = -1 - place;
        System.arraycopy(starts, at, starts, at + 1, size - at);
        starts[at] = start;
        size++;
        return true;
    }

    /** Notes that a value is missing from the windows of these times, and of all earlier ones. */
    void miss(long from, long until) {
        firstMissing = Math.min(firstMissing, from);
        missing = Math.max(missing, until);
    }

    /**
     * The earliest time of a window that may lack a value and was not forgotten; {@code
     * Long.MAX_VALUE} if there is none.
     */
    long firstMissing() {
        return firstMissing;
    }

    /** Whether no pane has a late value, and no value is missing from a later window. */
    boolean isEmpty() {
        return size == 0 && firstMissing == NEVER;
    }

    /** Whether a window that starts at {@code start} may lack a value. */
    boolean mayLack(long start) {
        return start <= missing;
    }

    /** Whether the pane at {@code start} has a late value. */
    boolean has(long start) {
        return hasIn(start, start + 1);
    }

    /** Whether a pane that starts from {@code from} to before {@code to} has a late value. */
    boolean hasIn(long from, long to) {
        int place = Arrays.binarySearch(starts, 0, size, from);
        int next = place >= 0 ? place : -1 - place;
        return next < size && starts[next] < to;
    }

    /** Forgets the panes before {@code start}, except those that are kept. */
    void forgetBefore(long start, LongPredicate isKept) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (starts[i] >= start || isKept.test(starts[i])) {
                starts[kept++] = starts[i];
            }
        }
        size = kept;
        if (starts.length > LEAST && size < starts.length / 4) {
            starts = Arrays.copyOf(starts, starts.length / 2);
            hasGrown = true;
        }
        if (firstMissing < start) {
            firstMissing = missing < start ? NEVER : start;
        }
    }

    /** Forgets everything, and releases its memory. */
    void clear() {
        starts = new long[0];
        size = 0;
        firstMissing = NEVER;
        missing = Long.MIN_VALUE;
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(firstMissing);
        out.writeLong(missing);
        out.writeShort(starts.length);
        out.writeShort(size);
        for (int i = 0; i < size; i++) {
            out.writeLong(starts[i]);
        }
    }

    /** Restores what {@link #write} wrote. */
    void read(DataInput in) throws IOException {
        firstMissing = in.readLong();
        missing = in.readLong();
        starts = new long[ColumnWindows.bounded(in.readUnsignedShort(), MOST)];
        size = ColumnWindows.bounded(in.readUnsignedShort(), starts.length);
        for (int i = 0; i < size; i++) {
            starts[i] = in.readLong();
        }
    }
}
