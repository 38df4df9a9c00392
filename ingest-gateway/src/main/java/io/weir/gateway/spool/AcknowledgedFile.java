package io.weir.gateway.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Persists the acknowledged position of each lane over restarts. Written in place; a checksum
 * detects torn writes.
 */
final class AcknowledgedFile {
    private static final String NAME = "acknowledged";
    /** More than the partitions of any topic. */
    private static final int MOST_LANES = 1 << 20;

    private final Disk.File file;
    private long[] saved;

    private AcknowledgedFile(Disk.File file, long[] saved) {
        this.file = file;
        this.saved = saved;
    }

    static AcknowledgedFile open(Disk disk) throws IOException {
        Disk.File file = disk.open(NAME);
        return new AcknowledgedFile(file, read(file));
    }

    private static long[] read(Disk.File file) throws IOException {
        int count = (int) Math.min(MOST_LANES, (file.size() - Integer.BYTES) / Long.BYTES);
        ByteBuffer bytes = ByteBuffer.allocate(Math.max(0, count) * Long.BYTES + Integer.BYTES);
        file.read(bytes, 0);
        long[] positions = new long[Math.max(0, count)];
        bytes.clear();
        Arrays.setAll(positions, lane -> bytes.getLong());
        boolean isSound =
                bytes.getInt() == checksum(bytes) && Arrays.stream(positions).allMatch(each -> each >= 0);
        return isSound ? positions : new long[0];
    }

    /**
     * The positions saved last, by lane; empty if the file is unreadable. Frames are then sent
     * twice rather than lost.
     */
    long[] saved() {
        return saved.clone();
    }

    void save(long[] positions) throws IOException {
        if (!Arrays.equals(positions, saved)) {
            if (positions.length < saved.length) {
                file.truncate(0);
            }
            ByteBuffer bytes = ByteBuffer.allocate(positions.length * Long.BYTES + Integer.BYTES);
            for (long position : positions) {
                bytes.putLong(position);
            }
            file.write(bytes.putInt(checksum(bytes)).flip(), 0);
            saved = positions.clone();
        }
    }

    void close() throws IOException {
        file.close();
    }

    /** Checksum of everything before the last four bytes. */
    private static int checksum(ByteBuffer bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes.slice(0, bytes.capacity() - Integer.BYTES));
        return (int) checksum.getValue();
    }
}
