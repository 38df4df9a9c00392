package io.weir.gateway.tail;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;

/**
 * Recognises a file by its first bytes: an inode may belong to another file, and a file may have been
 * truncated and written again.
 */
record FileHead(int length, long checksum) {
    static final FileHead NONE = new FileHead(0, 0);

    private static final int MOST_BYTES = 256;

    /** The head of a file of which {@code known} bytes may not change. */
    static FileHead of(FileChannel file, long known) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(MOST_BYTES, known));
        while (bytes.hasRemaining()) {
            if (file.read(bytes, bytes.position()) < 0) {
                break;
            }
        }
        CRC32C checksum = new CRC32C();
        checksum.update(bytes.flip());
        return new FileHead(bytes.limit(), checksum.getValue());
    }

    /** Whether this is the head of the file still. */
    boolean isOf(FileChannel file) throws IOException {
        return equals(of(file, length));
    }

    /** Whether more of the file would be recognised. */
    boolean isShort(long known) {
        return length < Math.min(MOST_BYTES, known);
    }
}
