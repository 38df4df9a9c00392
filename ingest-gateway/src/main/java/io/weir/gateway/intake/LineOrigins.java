package io.weir.gateway.intake;

import io.weir.contract.topic.SourceOffsets;
import io.weir.gateway.intake.batch.BatchOrigin;

/**
 * Tracks for each batch the source records of its lines. The lines of a record are divided into
 * chunks of {@code CHUNK_BYTES}. All lines of a chunk that belong to the same partition are in the
 * same batch. Belongs to one thread.
 */
final class LineOrigins {
    private static final int CHUNK_BYTES = 16 << 10;
    /**
     * Worst-case growth of a line through its timestamp and canonical form: the shortest line grows
     * by this factor.
     */
    private static final int GROWTH = 5;

    private final SourceOffsets.Builder[] offsets;
    private String log = "";
    private long offset;
    private int firstChunk;
    private int portionBytes;

    LineOrigins(int partitions) {
        this.offsets = new SourceOffsets.Builder[partitions];
        for (int i = 0; i < partitions; i++) {
            offsets[i] = new SourceOffsets.Builder();
        }
    }

    /**
     * Whether lines come from this log. If not, call {@link #log(String)} while no batch is open.
     */
    boolean isOf(String name) {
        return log.equals(name);
    }

    void log(String name) {
        log = name;
    }

    /** Announces that the following lines come from this record. */
    void record(long offsetOfRecord) {
        offset = offsetOfRecord;
        firstChunk = 0;
        portionBytes = 0;
    }

    /** Announces the record's next lines: this many bytes, from index 0. They begin a new chunk. */
    void portion(int bytes) {
        firstChunk += (portionBytes + CHUNK_BYTES - 1) / CHUNK_BYTES;
        portionBytes = bytes;
    }

    /**
     * Whether the batch must be flushed before the line is added.
     *
     * @param at index of the line in its portion
     * @param length current length of the batch
     * @param maxBytes maximum length of a batch, unless a single chunk is longer
     */
    boolean mustFlush(int partition, int at, int length, int maxBytes) {
        SourceOffsets.Builder batch = offsets[partition];
        if (!batch.isNext(offset, chunk(at))) {
            return false;
        }
        int bytes = Math.min(CHUNK_BYTES, portionBytes - at / CHUNK_BYTES * CHUNK_BYTES);
        return batch.isFull() || length + GROWTH * bytes > maxBytes;
    }

    /** Records that a line was added to the batch of the partition. */
    void add(int partition, int at) {
        offsets[partition].add(offset, chunk(at));
    }

    private int chunk(int at) {
        return firstChunk + at / CHUNK_BYTES;
    }

    /** Returns the origin of the partition's batch, which is flushed now, and starts a new one. */
    BatchOrigin take(int partition) {
        return new BatchOrigin(log, offsets[partition].take());
    }
}
