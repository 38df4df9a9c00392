package io.weir.gateway.scrape;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/** Decompresses bodies, one after the other. Belongs to one thread. */
final class Gunzip {
    private static final int FIRST_BYTES = 256 << 10;
    /** A longer buffer is released after its body. */
    private static final int KEPT_BYTES = 4 << 20;

    private static final int PIECE_BYTES = 8 << 10;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;

    /**
     * Decompresses a body.
     *
     * @throws HeldBody.TooLong if the result has more than {@code most} bytes
     * @throws IOException if it is not a complete gzip file
     */
    void unpack(byte[] packed, int packedLength, int most) throws IOException {
        length = 0;
        if (bytes.length > KEPT_BYTES) {
            bytes = new byte[FIRST_BYTES];
        }
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed, 0, packedLength), PIECE_BYTES)) {
            int read = 0;
            while (read >= 0) {
                length += read;
                if (length > most) {
                    throw new HeldBody.TooLong("the decompressed answer is longer than body-size-limit");
                }
                if (length == bytes.length) {
                    bytes = Arrays.copyOf(bytes, (int) Math.min(2L * length, most + 1L));
                }
                read = in.read(bytes, length, bytes.length - length);
            }
        }
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }
}
