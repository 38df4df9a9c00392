package io.weir.gateway.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/**
 * Decompresses bodies into one buffer with a size limit, which protects against decompression
 * bombs. Belongs to one event loop.
 */
final class Gunzip {
    /** Result of {@link #unpack} for a body that exceeds the limit. */
    static final int TOO_LARGE = -1;

    private static final int FIRST_BYTES = 64 << 10;

    private final int maxBytes;
    private byte[] plain = new byte[FIRST_BYTES];

    Gunzip(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /**
     * Returns the length of the data in {@link #plain}, or {@link #TOO_LARGE}.
     *
     * @throws IOException if the data is not gzip or is truncated
     */
    int unpack(byte[] packed, int packedLength) throws IOException {
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

    /** The data decompressed last, up to its length. */
    byte[] plain() {
        return plain;
    }
}
