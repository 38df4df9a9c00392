package io.weir.writer;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The content of one delivery: a body for each place in the store, and the offsets to commit once
 * all bodies are settled. Reused through {@link #clear}; owned by one thread at a time.
 */
final class WriteRequest {
    private final Router router;
    private final int fullLines;
    private final int fullBytes;
    private final List<LineBatch> bodies;
    private final Map<Integer, Long> nextOffsets = new TreeMap<>();
    private int lines;
    private int bytes;

    /**
     * An empty load.
     *
     * @param router used in the thread that adds batches
     * @param fullLines accepts no further batch from this number of lines
     * @param fullBytes accepts no further batch from this number of bytes
     */
    WriteRequest(Router router, int fullLines, int fullBytes) {
        this.router = router;
        this.fullLines = fullLines;
        this.fullBytes = fullBytes;
        this.bodies =
                Stream.generate(LineBatch::new).limit(router.places().size()).toList();
    }

    /**
     * Adds a copy of a batch.
     *
     * @param batchLines number of lines, or -1 if unknown
     * @param partition the topic's partition that contains it at {@code offset}
     * @param received timestamp of its record in milliseconds
     */
    void add(byte[] batch, int batchLines, int partition, long offset, long received) {
        nextOffsets.put(partition, offset + 1);
        if (batch.length == 0) {
            return;
        }
        LineBatch.Origin origin = new LineBatch.Origin(partition, offset, received);
        router.split(batch, batchLines, (place, from, start, end, count) -> {
            LineBatch body = bodies.get(place);
            lines -= body.lines();
            bytes -= body.length();
            body.add(from, start, end, count, origin);
            lines += body.lines();
            bytes += body.length();
        });
    }

    /** Sets the next offset of a partition; the records before it are gone. */
    void skipTo(int partition, long offset) {
        nextOffsets.put(partition, offset);
    }

    /** Whether further batches belong to the next load. */
    boolean isFull() {
        return lines >= fullLines || bytes >= fullBytes;
    }

    /** Whether nothing was added, not even a batch without lines. */
    boolean isEmpty() {
        return nextOffsets.isEmpty();
    }

    /** One body for each of the router's places. */
    List<LineBatch> bodies() {
        return bodies;
    }

    /** The offset after the last batch, by partition. Returns the map itself, not a copy. */
    Map<Integer, Long> nextOffsets() {
        return nextOffsets;
    }

    /** Empties it and keeps its buffers. */
    void clear() {
        bodies.forEach(LineBatch::clear);
        nextOffsets.clear();
        lines = 0;
        bytes = 0;
    }
}
