package io.weir.gateway.intake;

/** A reusable view: where the canonical bytes of a series lie, and its partition. Valid until the next series is looked up. */
final class CanonicalSeries {
    private byte[] bytes = {};
    private int from;
    private int to;
    private int partition;

    void set(byte[] bytes, int from, int to, int partition) {
        this.bytes = bytes;
        this.from = from;
        this.to = to;
        this.partition = partition;
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
}
