package io.weir.gateway.collectd;

/**
 * A reusable view that iterates over the parts of a packet. Allocates nothing and never throws
 * because of data. Not thread-safe.
 */
final class PartReader {
    private static final int HEAD_LENGTH = 4;

    private byte[] bytes = {};
    private int to;
    private int start;
    private int end;
    private int type;
    private PacketError error = PacketError.NONE;

    /**
     * Starts with the bytes from {@code from} up to, not including, {@code to}; they are neither
     * copied nor changed.
     */
    void wrap(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.to = to;
        this.end = from;
        this.error = PacketError.NONE;
    }

    /**
     * Moves to the next part. Returns false after the last one and at a broken one; see
     * {@link #error}.
     */
    boolean next() {
        if (error != PacketError.NONE) {
            return false;
        }
        start = end;
        if (start == to) {
            return false;
        }
        int length = to - start < HEAD_LENGTH ? Integer.MAX_VALUE : Binary.unsigned16(bytes, start + 2);
        if (length > to - start) {
            error = PacketError.TRUNCATED;
        } else if (length < HEAD_LENGTH) {
            error = PacketError.PART_LENGTH;
        } else {
            type = Binary.unsigned16(bytes, start);
            end = start + length;
        }
        return error == PacketError.NONE;
    }

    /** The error of the part at {@link #start}. */
    PacketError error() {
        return error;
    }

    /** One of {@link PartType}, or an unknown type. */
    int type() {
        return type;
    }

    /** Index of the part's first byte. */
    int start() {
        return start;
    }

    /** Index of the first byte after its header. */
    int body() {
        return start + HEAD_LENGTH;
    }

    /** Index after its last byte. */
    int end() {
        return end;
    }

    /** Whether the body is a number. */
    boolean isNumber() {
        return end - body() == Long.BYTES;
    }

    /** The body as a number; valid if it {@link #isNumber}. */
    long number() {
        return Binary.bigEndian64(bytes, body());
    }
}
