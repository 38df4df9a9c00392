package io.weir.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.compression.DecompressionException;
import io.netty.handler.codec.compression.Snappy;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/**
 * Decompresses bodies into one buffer with a size limit, which protects against decompression
 * bombs. Belongs to one event loop.
 */
final class Unpacker {
    /** Result of {@link #unpack} for a body that exceeds the limit. */
    static final int TOO_LARGE = -1;

    /** At most, of a varint of 32 bits. */
    private static final int LENGTH_BYTES = 5;

    private static final int FIRST_BYTES = 64 << 10;

    private final int maxBytes;
    private final Snappy snappy = new Snappy();
    private byte[] plain = new byte[FIRST_BYTES];

    Unpacker(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /**
     * Returns the length of the data in {@link #plain}, or {@link #TOO_LARGE}.
     *
     * @param packing not {@link Packing#NONE}
     * @throws IOException if the data is not packed so, or is truncated
     */
    int unpack(Packing packing, byte[] packed, int length) throws IOException {
        return packing == Packing.GZIP ? gunzip(packed, length) : unsnappy(packed, length);
    }

    private int gunzip(byte[] packed, int packedLength) throws IOException {
        int length = 0;
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed, 0, packedLength))) {
            while (true) {
                if (length == plain.length) {
                    if (length > maxBytes) {
                        return TOO_LARGE;
                    }
                    plain = Arrays.copyOf(plain, (int) Math.min(2L * length, maxBytes + 1L));
                }
                int read = in.read(plain, length, plain.length - length);
                if (read < 0) {
                    return length > maxBytes ? TOO_LARGE : length;
                }
                length += read;
            }
        }
    }

    /** Snappy says at the start how long the data is. */
    private int unsnappy(byte[] packed, int packedLength) throws IOException {
        int length = snappyLength(packed, packedLength);
        if (length < 0 || length > maxBytes) {
            return TOO_LARGE;
        }
        if (length > plain.length) {
            plain = new byte[length];
        }
        try {
            ByteBuf unpacked = Unpooled.wrappedBuffer(plain, 0, length).clear();
            snappy.reset();
            snappy.decode(Unpooled.wrappedBuffer(packed, 0, packedLength), unpacked);
            if (unpacked.writerIndex() != length) {
                throw new IOException("it is truncated");
            }
            return length;
        } catch (DecompressionException | IndexOutOfBoundsException e) {
            throw new IOException("it has no such data", e);
        }
    }

    private static int snappyLength(byte[] packed, int packedLength) throws IOException {
        int length = 0;
        for (int i = 0; i < Math.min(packedLength, LENGTH_BYTES); i++) {
            length |= (packed[i] & 0x7f) << (7 * i);
            if (packed[i] >= 0) {
                return length;
            }
        }
        throw new IOException("it does not begin with a length");
    }

    /** The data decompressed last, up to its length. */
    byte[] plain() {
        return plain;
    }
}
