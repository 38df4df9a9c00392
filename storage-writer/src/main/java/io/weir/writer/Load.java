package io.weir.writer;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What goes to a store at once: a body for each place in it, and the offsets that may be committed when all of them are settled.
 * Reused through {@link #clear}; owned by one thread at a time.
 */
final class Load {
    private final Router router;
    private final int fullLines;
    private final int fullBytes;
    private final List<Body> bodies;
    private final Map<Integer, Long> nextOffsets = new TreeMap<>();
    private int lines;
    private int bytes;

    /**
     * An empty load.
     *
     * @param router used in the thread that adds
     * @param fullLines from this many lines on it takes no further batch
     * @param fullBytes from this many bytes on it takes no further batch
     */
    Load(Router router, int fullLines, int fullBytes) {
        this.router = router;
        this.fullLines = fullLines;
        this.fullBytes = fullBytes;
        this.bodies = Stream.generate(Body::new).limit(router.places().size()).toList();
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
        Body.Origin origin = new Body.Origin(partition, offset, received);
        router.split(batch, batchLines, (place, from, start, end, count) -> {
            Body body = bodies.get(place);
            lines -= body.lines();
            bytes -= body.length();
            body.add(from, start, end, count, origin);
            lines += body.lines();
            bytes += body.length();
        });
    }

    /** Notes that the next record of a partition is this one, those before it being gone. */
    void skipTo(int partition, long offset) {
        nextOffsets.put(partition, offset);
    }

    /** Whether further batches belong into the next load. */
    boolean isFull() {
        return lines >= fullLines || bytes >= fullBytes;
    }

    /** Whether nothing was added, not even a batch without lines. */
    boolean isEmpty() {
        return nextOffsets.isEmpty();
    }

    /** One for each of the router's places. */
    List<Body> bodies() {
        return bodies;
    }

    /** The offset behind the last batch, by partition. The map itself, not a copy. */
    Map<Integer, Long> nextOffsets() {
        return nextOffsets;
    }

    /** Makes it empty, its buffers kept. */
    void clear() {
        bodies.forEach(Body::clear);
        nextOffsets.clear();
        lines = 0;
        bytes = 0;
    }
}
