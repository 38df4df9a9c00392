package io.weir.gateway.spool;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the log: header and bytes.
 *
 * @param bytes not copied
 */
@SuppressWarnings("ArrayRecordComponent") // Frames are never compared.
public record Frame(Header header, byte[] bytes) {
    /** Start of each frame. */
    static final int MAGIC = 0x9E57F4A3;

    static final int HEADER_BYTES = 6 * Integer.BYTES;
    /** Maximum length of a frame; a larger length field is damaged. */
    static final int MAX_BYTES = 2 << 20;

    /** The lane, whose frames stay in order. */
    public int lane() {
        return header.lane;
    }

    /** The position after it. */
    public long end() {
        return header.end();
    }

    long start() {
        return header.start;
    }

    /**
     * Fields before the bytes: magic number, lane, index, length, checksum of the bytes, and
     * checksum of all these and of the position. Neither damage nor a displaced copy of a frame is
     * accepted as a frame.
     *
     * @param lane whose order the frame keeps
     * @param index number of the frame in its file, from 0
     * @param start position of its first byte in the log
     * @param length of the bytes after the header
     * @param checksum of these bytes
     */
    record Header(int lane, int index, long start, int length, int checksum) {
        /** The header of a frame with these bytes. */
        static Header of(int lane, int index, long start, byte[] bytes) {
            return new Header(lane, index, start, bytes.length, checksumOf(bytes));
        }

        /**
         * Reads the header at a position of the log. Null if it is invalid or its length exceeds
         * {@code left}.
         */
        static @Nullable Header read(ByteBuffer from, long start, long left) {
            if (from.getInt() != MAGIC) {
                return null;
            }
            Header read = new Header(from.getInt(), from.getInt(), start, from.getInt(), from.getInt());
            boolean isWhole = from.getInt() == read.ownChecksum() && read.lane >= 0 && read.length > 0;
            return isWhole && read.length <= MAX_BYTES && read.length <= left ? read : null;
        }

        void write(ByteBuffer into) {
            into.putInt(MAGIC).putInt(lane).putInt(index).putInt(length).putInt(checksum);
            into.putInt(ownChecksum());
        }

        long end() {
            return start + HEADER_BYTES + length;
        }

        boolean fits(byte[] bytes) {
            return checksumOf(bytes) == checksum;
        }

        private int ownChecksum() {
            ByteBuffer all = ByteBuffer.allocate(Long.BYTES + 4 * Integer.BYTES);
            all.putLong(start).putInt(lane).putInt(index).putInt(length).putInt(checksum);
            return checksumOf(all.array());
        }

        private static int checksumOf(byte[] bytes) {
            CRC32C checksum = new CRC32C();
            checksum.update(bytes, 0, bytes.length);
            return (int) checksum.getValue();
        }
    }
}
