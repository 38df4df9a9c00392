package io.weir.processing.aggregate.group;

import io.weir.processing.aggregate.cell.Varint;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * Iterates over the partials of a record. Throws {@link IllegalArgumentException} on malformed
 * input.
 */
public final class PartialReader {

    private final ByteArrayInputStream bytes;
    private final DataInputStream in;
    private final int size;
    private boolean isFirst = true;
    private long identity;
    private long start;
    private byte[] series = new byte[0];
    private byte[] key = new byte[0];
    private byte[] body = new byte[0];

    /** Reads the value of a record. */
    public PartialReader(byte[] value) {
        bytes = new ByteArrayInputStream(value);
        in = new DataInputStream(bytes);
        size = value.length;
    }

    /** Advances to the next partial; returns false at the end. */
    public boolean next() {
        if (bytes.available() == 0) {
            return false;
        }
        try {
            read();
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "a partial is malformed before byte " + (size - bytes.available()) + ": " + e.getMessage(), e);
        }
        isFirst = false;
        return true;
    }

    private void read() throws IOException {
        long length = Varint.read(in);
        if (length > bytes.available()) {
            throw new IOException("it is truncated");
        }
        int rest = bytes.available() - (int) length;
        int format = in.readUnsignedByte();
        long shared = 0;
        if (format == PartialWriter.FORMAT) {
            identity = in.readLong();
            start = in.readLong();
        } else if (format == PartialWriter.FOLLOWING && !isFirst) {
            shared = Varint.read(in);
        } else {
            throw new IOException("it is not of format " + PartialWriter.FORMAT);
        }
        if (shared > series.length) {
            throw new IOException("it shares more of a group than the one before it has");
        }
        byte[] own = read(Varint.read(in), rest);
        series = Arrays.copyOf(series, (int) shared + own.length);
        System.arraycopy(own, 0, series, (int) shared, own.length);
        key = GroupKey.bytes(identity, series);
        body = read((long) bytes.available() - rest, rest);
    }

    /** Reads bytes that must leave {@code rest} of them. */
    private byte[] read(long length, int rest) throws IOException {
        if (length < 0 || length > bytes.available() - rest) {
            throw new IOException("it has no valid length");
        }
        return in.readNBytes((int) length);
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
