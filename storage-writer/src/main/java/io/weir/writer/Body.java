package io.weir.writer;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * Line batches merged for one write, with the offsets that may be committed once all lines are settled. Reused through
 * {@link #clear}; owned by one thread at a time.
 */
final class Body {
    private static final byte NEWLINE = '\n';

    private final int fullLines;
    private final int fullBytes;
    private final Map<Integer, Long> nextOffsets = new TreeMap<>();
    private byte[] bytes = new byte[1 << 16];
    private int length;
    private int lines;
    private int batches;
    private int[] starts = new int[64];
    private int[] partitions = new int[64];
    private long[] offsets = new long[64];
    private long[] receivedMillis = new long[64];

    /**
     * An empty body.
     *
     * @param fullLines from this many lines on it takes no further batch
     * @param fullBytes from this many bytes on it takes no further batch
     */
    Body(int fullLines, int fullBytes) {
        this.fullLines = fullLines;
        this.fullBytes = fullBytes;
    }

    /**
     * Takes a copy of a batch.
     *
     * @param batchLines its line count, or -1 if unknown
     * @param partition the topic's partition that it was read from, at {@code offset}
     * @param received its record's timestamp, in milliseconds
     */
    void add(byte[] batch, int batchLines, int partition, long offset, long received) {
        nextOffsets.put(partition, offset + 1);
        if (batch.length == 0) {
            return;
        }
        mark(partition, offset, received);
        bytes = grown(bytes, length + batch.length + 1);
        System.arraycopy(batch, 0, bytes, length, batch.length);
        length += batch.length;
        if (bytes[length - 1] != NEWLINE) {
            bytes[length++] = NEWLINE;
        }
        lines += batchLines < 0 ? newlines(starts[batches - 1]) : batchLines;
    }

    /** Whether further batches belong into the next body. */
    boolean isFull() {
        return lines >= fullLines || length >= fullBytes;
    }

    /** Whether nothing was added, not even a batch without lines. */
    boolean isEmpty() {
        return nextOffsets.isEmpty();
    }

    /** The lines at {@code [0, length)}, each ended by a newline; the array changes with the next {@link #add}. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    int lines() {
        return lines;
    }

    /** The offset behind the last batch, by partition. The map itself, not a copy. */
    Map<Integer, Long> nextOffsets() {
        return nextOffsets;
    }

    /** The batch that the byte at this index came with: {@code partition/offset}. */
    String sourceOf(int at) {
        int batch = batchOf(at);
        return partitions[batch] + "/" + offsets[batch];
    }

    /** Where the batch begins that the byte at this index came with, which is where a line begins. */
    int batchStart(int at) {
        return starts[batchOf(at)];
    }

    private int batchOf(int at) {
        int found = Arrays.binarySearch(starts, 0, batches, at);
        return found >= 0 ? found : -found - 2;
    }

    /** Tells of each batch that has lines how long before {@code nowMillis} it was received. */
    void ages(long nowMillis, LongConsumer ageMillis) {
        for (int batch = 0; batch < batches; batch++) {
            ageMillis.accept(nowMillis - receivedMillis[batch]);
        }
    }

    /** Takes a line out: newlines in its place, which stores skip; other lines stay where they are. */
    void blank(int from, int to) {
        Arrays.fill(bytes, from, to, NEWLINE);
    }

    /** Makes it empty, its buffers kept. */
    void clear() {
        length = 0;
        lines = 0;
        batches = 0;
        nextOffsets.clear();
    }

    private void mark(int partition, long offset, long received) {
        if (batches == starts.length) {
            starts = Arrays.copyOf(starts, batches * 2);
            partitions = Arrays.copyOf(partitions, batches * 2);
            offsets = Arrays.copyOf(offsets, batches * 2);
            receivedMillis = Arrays.copyOf(receivedMillis, batches * 2);
        }
        starts[batches] = length;
        partitions[batches] = partition;
        offsets[batches] = offset;
        receivedMillis[batches] = received;
        batches++;
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
