package io.weir.writer;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The content of one delivery: a batch for each place in the store, and the offsets to commit once
 * all batches are settled. Reused through {@link #clear}; owned by one thread at a time.
 */
final class WriteRequest {
    private final Router router;
    private final int fullLines;
    private final int fullBytes;
    private final List<LineBatch> batches;
    private final Map<Integer, Long> nextOffsets = new TreeMap<>();
    private int lines;
    private int bytes;

    /**
     * An empty request.
     *
     * @param router used in the thread that adds records
     * @param fullLines number of lines at which the request is full
     * @param fullBytes number of bytes at which the request is full
     */
    WriteRequest(Router router, int fullLines, int fullBytes) {
        this.router = router;
        this.fullLines = fullLines;
        this.fullBytes = fullBytes;
        this.batches =
                Stream.generate(LineBatch::new).limit(router.places().size()).toList();
    }

    /**
     * Adds a copy of a record's lines.
     *
     * @param count number of lines, or -1 if unknown
     * @param partition the topic's partition that contains the record at {@code offset}
     * @param received timestamp of the record in milliseconds
     */
    void add(byte[] source, int count, int partition, long offset, long received) {
        nextOffsets.put(partition, offset + 1);
        if (source.length == 0) {
            return;
        }
        LineBatch.Origin origin = new LineBatch.Origin(partition, offset, received);
        router.split(source, count, (place, from, start, end, pieceLines) -> {
            LineBatch batch = batches.get(place);
            lines -= batch.lines();
            bytes -= batch.length();
            batch.add(from, start, end, pieceLines, origin);
            lines += batch.lines();
            bytes += batch.length();
        });
    }

    /** Sets the next offset of a partition whose earlier records Kafka has deleted. */
    void skipTo(int partition, long offset) {
        nextOffsets.put(partition, offset);
    }

    /** Whether further records belong to the next request. */
    boolean isFull() {
        return lines >= fullLines || bytes >= fullBytes;
    }

    /** Whether nothing was added, not even a record without lines. */
    boolean isEmpty() {
        return nextOffsets.isEmpty();
    }

    /** One batch for each of the router's places. */
    List<LineBatch> batches() {
        return batches;
    }

    /** The offset after the last record, by partition. Returns the map itself, not a copy. */
    Map<Integer, Long> nextOffsets() {
        return nextOffsets;
    }

    /** Empties the request and keeps its buffers. */
    void clear() {
        batches.forEach(LineBatch::clear);
        nextOffsets.clear();
        lines = 0;
        bytes = 0;
    }
}
