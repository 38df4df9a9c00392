package io.weir.writer.store.archive.parquet;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** A new file, with the position and the checksum of the written bytes. Used by one thread. */
final class CheckedOutput extends OutputStream {
    private static final int BUFFER = 1 << 16;

    private final FileChannel channel;
    private final OutputStream out;
    private final CRC32C checksum = new CRC32C();
    private long position;

    /** Replaces an existing file. */
    CheckedOutput(Path path) throws IOException {
        channel = FileChannel.open(
                path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER);
    }

    long position() {
        return position;
    }

    /** The CRC32C of all bytes written, followed by these. May be called once. */
    int checksumWith(byte[] rest) {
        checksum.update(rest, 0, rest.length);
        return (int) checksum.getValue();
    }

    /** Returns after the content is on the disk. */
    void force() throws IOException {
        out.flush();
        channel.force(true);
    }

    @Override
    public void write(int one) throws IOException {
        out.write(one);
        checksum.update(one);
        position++;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        out.write(bytes, from, length);
        checksum.update(bytes, from, length);
        position += length;
    }

    /** Closes the file without writing what is still in memory. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
