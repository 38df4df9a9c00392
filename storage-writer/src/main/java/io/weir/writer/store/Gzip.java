package io.weir.writer.store;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Compresses bodies into one buffer, fast rather than small. Used by one thread. */
public final class Gzip {
    private final Bytes buffer = new Bytes();

    /** Replaces the result by the compressed bytes at {@code [from, to)}. */
    public void compress(byte[] bytes, int from, int to) throws IOException {
        buffer.reset();
        try (OutputStream out = new Fast(buffer)) {
            out.write(bytes, from, to - from);
        }
    }

    /** The array with the result, valid until the next call. */
    public byte[] bytes() {
        return buffer.bytes();
    }

    /** The length of the result. */
    public int length() {
        return buffer.size();
    }

    private static final class Fast extends GZIPOutputStream {
        Fast(OutputStream out) throws IOException {
            super(out);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
