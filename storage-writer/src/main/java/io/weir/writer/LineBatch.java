package io.weir.writer;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Lines of several records, merged for one write. Reused through {@link #clear}; owned by one
 * thread at a time.
 */
final class LineBatch {
    private static final byte NEWLINE = '\n';
    private static final long NANOS_PER_MILLI = 1_000_000;

    private byte[] bytes = new byte[1 << 16];
    private int length;
    private int lines;
    private int records;
    private int[] starts = new int[64];
    private Origin[] origins = new Origin[64];
    private long[] stampMillis = new long[64];

    /**
     * The record that contained the lines.
     *
     * @param received the record's timestamp in milliseconds
     */
    record Origin(int partition, long offset, long received) {
        @Override
        public String toString() {
            return partition + "/" + offset;
        }
    }

    /**
     * Adds a copy of the lines at {@code [from, to)}.
     *
     * @param count number of lines, or -1 if unknown
     * @param origin their record
     */
    void add(byte[] source, int from, int to, int count, Origin origin) {
        int start = length;
        bytes = grown(bytes, length + to - from + 1);
        System.arraycopy(source, from, bytes, length, to - from);
        length += to - from;
        if (bytes[length - 1] != NEWLINE) {
            bytes[length++] = NEWLINE;
        }
        note(start, origin);
        lines += count < 0 ? newlines(start) : count;
    }

    /**
     * The lines at {@code [0, length)}, each ended by a newline. The array may change with the next
     * {@link #add}.
     */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    int lines() {
        return lines;
    }

    /** The record that contained the byte at this index: {@code partition/offset}. */
    String sourceOf(int at) {
        return origins[recordOf(at)].toString();
    }

    /** The record that contained the byte at this index, as passed to {@link #add}. */
    Origin originOf(int at) {
        return origins[recordOf(at)];
    }

    /** The index at which the lines of the record start that contained the byte at this index. */
    int recordStart(int at) {
        return starts[recordOf(at)];
    }

    /** Reports the age of each record at {@code nowMillis}, by its receive time. */
    void ages(long nowMillis, LongConsumer ageMillis) {
        for (int record = 0; record < records; record++) {
            ageMillis.accept(nowMillis - origins[record].received());
        }
    }

    /** Reports the age of each record at {@code nowMillis}, by the timestamp of its last line. */
    void eventAges(long nowMillis, LongConsumer ageMillis) {
        for (int record = 0; record < records; record++) {
            ageMillis.accept(nowMillis - stampMillis[record]);
        }
    }

    /**
     * Removes a line by overwriting it with newlines, which stores skip. Other lines keep their
     * positions.
     */
    void blank(int from, int to) {
        Arrays.fill(bytes, from, to, NEWLINE);
    }

    /** Empties the batch and keeps its buffers. */
    void clear() {
        Arrays.fill(origins, 0, records, null);
        length = 0;
        lines = 0;
        records = 0;
    }

    private int recordOf(int at) {
        int found = Arrays.binarySearch(starts, 0, records, at);
        return found >= 0 ? found : -found - 2;
    }

    /** Stores one origin for consecutive lines of one record. */
    private void note(int start, Origin origin) {
        if (records > 0 && origins[records - 1].equals(origin)) {
            stampMillis[records - 1] = stamp() / NANOS_PER_MILLI;
            return;
        }
        if (records == starts.length) {
            starts = Arrays.copyOf(starts, records * 2);
            origins = Arrays.copyOf(origins, records * 2);
            stampMillis = Arrays.copyOf(stampMillis, records * 2);
        }
        starts[records] = start;
        origins[records] = origin;
        stampMillis[records] = stamp() / NANOS_PER_MILLI;
        records++;
    }

    /** The timestamp of the last line in nanoseconds. Canonical lines end with one. */
    private long stamp() {
        long stamp = 0;
        long unit = 1;
        int at = length - 1;
        while (at > 0 && bytes[at] == NEWLINE) {
            at--;
        }
        for (; at >= 0 && bytes[at] >= '0' && bytes[at] <= '9'; at--) {
            stamp += (bytes[at] - '0') * unit;
            unit *= 10;
        }
        return at >= 0 && bytes[at] == '-' ? -stamp : stamp;
    }

    private int newlines(int from) {
        int count = 0;
        for (int i = from; i < length; i++) {
            if (bytes[i] == NEWLINE) {
                count++;
            }
        }
        return count;
    }

    private static byte[] grown(byte[] bytes, int atLeast) {
        return bytes.length >= atLeast ? bytes : Arrays.copyOf(bytes, Math.max(atLeast, bytes.length * 2));
    }
}
