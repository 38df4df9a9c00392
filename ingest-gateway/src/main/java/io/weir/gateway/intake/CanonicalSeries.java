package io.weir.gateway.intake;

/** A reusable view: where the canonical bytes of a series lie, its partition, and its rank. Valid until the next is looked up. */
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

    /** By {@link Shedding#rank}. */
    int rank() {
        return rank;
    }
}
