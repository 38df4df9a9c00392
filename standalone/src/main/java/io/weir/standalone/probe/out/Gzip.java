package io.weir.standalone.probe.out;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPOutputStream;

/** Compresses bodies of requests. */
final class Gzip {
    private Gzip() {}

    static ByteBuffer compress(byte[] bytes, int length) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream(length / 4 + 64);
        try (OutputStream out = new GZIPOutputStream(compressed)) {
            out.write(bytes, 0, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ByteBuffer.wrap(compressed.toByteArray());
    }
}
