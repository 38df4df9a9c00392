package io.weir.gateway.spool;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** The bytes around a frame in a segment file: its length and a checksum, so that nothing torn or spoiled passes for a frame. */
final class Frame {
    /** Length and checksum. */
    static final int HEADER_BYTES = 8;
    /** Longer than any frame: a length beyond it is spoiled. */
    static final int MAX_BYTES = 16 << 20;

    private Frame() {}

    /** Fills the header of a frame whose bytes these are. */
    static void header(ByteBuffer header, byte[] bytes) {
        header.clear().putInt(bytes.length).putInt(checksum(bytes)).flip();
    }

    /** Whether a length read from a file can be one, with so many bytes left in the file. */
    static boolean isLength(int length, long left) {
        return length > 0 && length <= MAX_BYTES && length <= left;
    }

    static int checksum(byte[] bytes) {
        int length = bytes.length;
        CRC32C checksum = new CRC32C();
        checksum.update(length >>> 24);
        checksum.update(length >>> 16);
        checksum.update(length >>> 8);
        checksum.update(length);
        checksum.update(bytes, 0, length);
        return (int) checksum.getValue();
    }
}
