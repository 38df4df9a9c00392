package io.weir.gateway.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** Remembers over restarts how far the log is acknowledged. Written in place: so small a write is whole, or its checksum tells. */
final class AcknowledgedFile {
    private static final String NAME = "acknowledged";
    private static final int BYTES = 12;

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(BYTES);
    private long saved;

    private AcknowledgedFile(FileChannel channel, long saved) {
        this.channel = channel;
        this.saved = saved;
    }

    static AcknowledgedFile open(Path directory) throws IOException {
        FileChannel channel = FileChannel.open(
                directory.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        ByteBuffer read = ByteBuffer.allocate(BYTES);
        boolean isWhole = channel.read(read, 0) == BYTES;
        long position = read.getLong(0);
        boolean isSound = isWhole && position >= 0 && read.getInt(Long.BYTES) == checksum(position);
        return new AcknowledgedFile(channel, isSound ? position : 0);
    }

    /** What was saved last; 0 if that is not to be read any more, so that things are rather sent twice than never. */
    long saved() {
        return saved;
    }

    void save(long position) throws IOException {
        if (position != saved) {
            buffer.clear().putLong(position).putInt(checksum(position)).flip();
            channel.write(buffer, 0);
            saved = position;
        }
    }

    void close() throws IOException {
        channel.close();
    }

    private static int checksum(long position) {
        CRC32C checksum = new CRC32C();
        checksum.update(ByteBuffer.allocate(Long.BYTES).putLong(0, position));
        return (int) checksum.getValue();
    }
}
