package io.weir.processing.batch;

import java.util.Arrays;

/** The series that end in a record, in its order. Not thread-safe. */
public final class SeriesEnds {

    private int[] slots = new int[16];
    private long[] timestamps = new long[16];
    private int[] lines = new int[16];
    private int size;

    /** Removes all. */
    public void clear() {
        size = 0;
    }

    /**
     * Appends a series that has ended at a time, in nanoseconds since the epoch.
     *
     * @param line where the line that says so begins in the record
     */
    public void add(int slot, long timestamp, int line) {
        if (size == slots.length) {
            slots = Arrays.copyOf(slots, size * 2);
            timestamps = Arrays.copyOf(timestamps, size * 2);
            lines = Arrays.copyOf(lines, size * 2);
        }
        slots[size] = slot;
        timestamps[size] = timestamp;
        lines[size] = line;
        size++;
    }

    public int size() {
        return size;
    }

    /** The slot of the i-th series in the task. */
    public int slot(int i) {
        return slots[i];
    }

    /** Where the line of the i-th series begins in the record. */
    public int line(int i) {
        return lines[i];
    }

    /** When the i-th series ended, in nanoseconds since the epoch. */
    public long timestamp(int i) {
        return timestamps[i];
    }
}
