package io.weir.gateway.intake.known;

/**
 * Reusable view of a series: the location of its canonical bytes, its partition, and its
 * rank. Valid until the next lookup.
 */
public final class CanonicalSeries {
    private byte[] bytes = {};
    private int from;
    private int to;
    private int partition;
    private int rank;

    /** Sets all; the bytes are not copied. */
    public void set(byte[] bytes, int from, int to, int partition, int rank) {
        this.bytes = bytes;
        this.from = from;
        this.to = to;
        this.partition = partition;
        this.rank = rank;
    }

    public byte[] bytes() {
        return bytes;
    }

    public int from() {
        return from;
    }

    public int to() {
        return to;
    }

    public int partition() {
        return partition;
    }

    /** A number that the owner of the table gave the series, such as its class of shedding. */
    public int rank() {
        return rank;
    }
}
