package io.weir.parquet;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32C;

/** Buffers output, and knows the position and the checksum of the written bytes. Used by one thread. */
final class CheckedOutput extends OutputStream {
    private static final int BUFFER = 1 << 16;

    private final OutputStream out;
    private final CRC32C checksum = new CRC32C();
    private long position;

    CheckedOutput(OutputStream target) {
        out = new BufferedOutputStream(target, BUFFER);
    }

    long position() {
        return position;
    }

    /** The CRC32C of all bytes written, followed by these. May be called once. */
    int checksumWith(byte[] rest) {
        checksum.update(rest, 0, rest.length);
        return (int) checksum.getValue();
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

    @Override
    public void flush() throws IOException {
        out.flush();
    }
}
