package io.weir.gateway.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/** Unpacks bodies into one buffer that grows up to a limit, so that a small body cannot become a large one. One event loop's. */
final class Gunzip {
    /** What {@link #unpack} says of a body that is larger than allowed. */
    static final int TOO_LARGE = -1;

    private static final int FIRST_BYTES = 64 << 10;

    private final int maxBytes;
    private byte[] plain = new byte[FIRST_BYTES];

    Gunzip(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /**
     * The length of what is in {@link #plain} now, or {@link #TOO_LARGE}.
     *
     * @throws IOException if it is not gzip, or ends too early
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

    /** What was unpacked last, up to its length. */
    byte[] plain() {
        return plain;
    }
}
