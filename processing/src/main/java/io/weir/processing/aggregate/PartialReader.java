package io.weir.processing.aggregate;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Iterates over the partials of a record. Throws {@link IllegalArgumentException} on malformed
 * input.
 */
public final class PartialReader {

    /** Format, length of the key, the key's identity, start, numbers of series and values. */
    private static final int LEAST = 1 + Integer.BYTES + Long.BYTES + Long.BYTES + 2 * Integer.BYTES + Long.BYTES;

    private final ByteBuffer in;
    private byte[] key = new byte[0];
    private long start;
    private byte[] body = new byte[0];

    /** Reads the value of a record. */
    public PartialReader(byte[] value) {
        in = ByteBuffer.wrap(value);
    }

    /** Advances to the next partial; returns false if there is none. */
    public boolean next() {
        if (!in.hasRemaining()) {
            return false;
        }
        int length = in.remaining() < Integer.BYTES ? -1 : in.getInt();
        if (length < LEAST || length > in.remaining()) {
            throw new IllegalArgumentException(
                    "a partial is truncated or has no valid length before byte " + in.position());
        }
        int end = in.position() + length;
        int format = in.get();
        int keyLength = in.getInt();
        if (format != PartialWriter.FORMAT || keyLength < Long.BYTES || keyLength > length - LEAST + Long.BYTES) {
            throw new IllegalArgumentException(
                    "a partial before byte " + end + " is not of format " + PartialWriter.FORMAT);
        }
        key = new byte[keyLength];
        in.get(key);
        start = in.getLong();
        body = Arrays.copyOfRange(in.array(), in.position(), end);
        in.position(end);
        return true;
    }

    /** The group's key, as in {@link GroupKey}. */
    public byte[] key() {
        return key;
    }

    /** Start of the window, nanoseconds since the epoch. */
    public long start() {
        return start;
    }

    /** The input of {@link PartialSum}. */
    public byte[] body() {
        return body;
    }
}
