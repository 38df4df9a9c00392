package io.weir.gateway.zabbix;

import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Unpacks bodies into one buffer, up to a limit. Reserves memory for unpacked bytes, not for the
 * announced length. Belongs to one thread.
 */
final class ZlibUnpacker {
    /** Result for a body above the limit. */
    static final int TOO_LARGE = -1;
    /** Result for a body that is not zlib, or whose length is not the announced one. */
    static final int BROKEN = -2;

    private static final int FIRST_BYTES = 64 << 10;

    private final int maxBytes;
    private final Inflater inflater = new Inflater();
    private byte[] plain = new byte[FIRST_BYTES];

    ZlibUnpacker(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** The length in {@link #plain}, {@link #TOO_LARGE} or {@link #BROKEN}. */
    int unpack(byte[] packed, int packedLength, long announced) {
        if (announced < 0 || announced > maxBytes) {
            return TOO_LARGE;
        }
        inflater.reset();
        inflater.setInput(packed, 0, packedLength);
        try {
            int length = inflate((int) announced);
            boolean isWhole = inflater.finished() && inflater.getRemaining() == 0;
            return isWhole && length == announced ? length : BROKEN;
        } catch (DataFormatException e) {
            return BROKEN;
        }
    }

    /** Unpacks at most one byte more than announced. */
    private int inflate(int announced) throws DataFormatException {
        int length = 0;
        while (!inflater.finished() && length <= announced) {
            if (length == plain.length) {
                plain = Arrays.copyOf(plain, (int) Math.min(2L * length, announced + 1L));
            }
            int more = inflater.inflate(plain, length, plain.length - length);
            if (more == 0 && !inflater.finished()) {
                return length; // It is truncated, or needs a dictionary.
            }
            length += more;
        }
        return length;
    }

    /** The data unpacked last, up to its length. */
    byte[] plain() {
        return plain;
    }

    /** Releases a large buffer. */
    void clear() {
        if (plain.length > FIRST_BYTES) {
            plain = new byte[FIRST_BYTES];
        }
    }
}
