package io.weir.gateway.intake;

import io.weir.contract.topic.SourceOffsets;

/**
 * Notes for each batch from which records of a source its lines come. A record's lines are taken in chunks of so many bytes; those of a
 * chunk that belong to a partition are in one batch, whatever else there is. Belongs to one thread.
 */
final class LineOrigins {
    private static final int CHUNK_BYTES = 16 << 10;
    /** A line may become longer by its stamp and by how its series is spelled: by so much the shortest does. */
    private static final int GROWTH = 5;

    private final SourceOffsets.Builder[] offsets;
    private String log = "";
    private long offset;
    private int bytesOfRecord;

    LineOrigins(int partitions) {
        this.offsets = new SourceOffsets.Builder[partitions];
        for (int i = 0; i < partitions; i++) {
            offsets[i] = new SourceOffsets.Builder();
        }
    }

    /** Whether lines come from this log; else {@link #log(String)} is to be called, with no batch begun. */
    boolean isOf(String name) {
        return log.equals(name);
    }

    void log(String name) {
        log = name;
    }

    /** The lines that follow come from this record. */
    void record(long offsetOfRecord, int bytes) {
        offset = offsetOfRecord;
        bytesOfRecord = bytes;
    }

    /**
     * Whether the batch that a line would be added to must be handed on before.
     *
     * @param at index of the line in its record
     * @param length of the batch
     * @param maxBytes of a batch, unless a single chunk is longer
     */
    boolean mustFlush(int partition, int at, int length, int maxBytes) {
        SourceOffsets.Builder batch = offsets[partition];
        if (!batch.isNext(offset, at / CHUNK_BYTES)) {
            return false;
        }
        int chunk = Math.min(CHUNK_BYTES, bytesOfRecord - at / CHUNK_BYTES * CHUNK_BYTES);
        return batch.isFull() || length + GROWTH * chunk > maxBytes;
    }

    /** A line was added to the batch of the partition. */
    void add(int partition, int at) {
        offsets[partition].add(offset, at / CHUNK_BYTES);
    }

    /** What the batch of the partition, which is handed on, comes from. */
    BatchOrigin take(int partition) {
        return new BatchOrigin(log, offsets[partition].take());
    }
}
