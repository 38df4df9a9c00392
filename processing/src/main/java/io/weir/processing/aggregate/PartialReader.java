package io.weir.processing.aggregate;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;

/**
 * Iterates over the partials of a record. Throws {@link IllegalArgumentException} on malformed
 * input.
 */
public final class PartialReader {

    private final DataInputStream in;
    private final int size;
    private boolean isFirst = true;
    private long identity;
    private long start;
    private byte[] key = new byte[0];
    private byte[] body = new byte[0];

    /** Reads the value of a record. */
    public PartialReader(byte[] value) {
        in = new DataInputStream(new ByteArrayInputStream(value));
        size = value.length;
    }

    /** Advances to the next partial; returns false if there is none. */
    public boolean next() {
        try {
            if (in.available() == 0) {
                return false;
            }
            read();
            isFirst = false;
            return true;
        } catch (IOException e) {
            throw new IllegalArgumentException("a partial is malformed before byte " + position(), e);
        }
    }

    private void read() throws IOException {
        long length = Varint.read(in);
        if (length > available()) {
            throw new IOException("it is truncated");
        }
        int rest = available() - (int) length;
        int format = in.readUnsignedByte();
        if (format == PartialWriter.FORMAT) {
            identity = in.readLong();
            start = in.readLong();
        } else if (format != PartialWriter.FOLLOWING || isFirst) {
            throw new IOException("it is not of format " + PartialWriter.FORMAT);
        }
        byte[] series = bytes(Varint.read(in), rest);
        key = GroupKey.bytes(identity, series);
        body = bytes((long) available() - rest, rest);
    }

    /** Reads bytes that must leave {@code rest} of them. */
    private byte[] bytes(long length, int rest) throws IOException {
        if (length < 0 || length > available() - rest) {
            throw new IOException("it has no valid length");
        }
        byte[] bytes = new byte[(int) length];
        in.readFully(bytes);
        return bytes;
    }

    private int available() throws IOException {
        return in.available();
    }

    private int position() {
        try {
            return size - available();
        } catch (IOException e) {
            return size;
        }
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
