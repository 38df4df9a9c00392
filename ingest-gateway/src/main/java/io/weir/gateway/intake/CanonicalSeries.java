package io.weir.gateway.intake;

import io.weir.gateway.intake.batch.Shedding;

/**
 * Reusable view of a series: the location of its canonical bytes, its partition, and its shedding
 * rank. Valid until the next lookup.
 */
final class CanonicalSeries {
    private byte[] bytes = {};
    private int from;
    private int to;
    private int partition;
    private int rank;

    void set(byte[] bytes, int from, int to, int partition, int rank) {
        this.bytes = bytes;
        this.from = from;
        this.to = to;
        this.partition = partition;
        this.rank = rank;
    }

    byte[] bytes() {
        return bytes;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    int partition() {
        return partition;
    }

    /** As returned by {@link Shedding#rank}. */
    int rank() {
        return rank;
    }
}
