package io.weir.processing.aggregate;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Collects partials for one partition of {@code metrics.partials} until they are sent. Not
 * thread-safe.
 */
public final class PartialWriter {

    static final int FORMAT = 3;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Appends the partition's part of a window of the group with this key. */
    public void append(byte[] key, GroupWindow window) {
        ByteArrayOutputStream partial = new ByteArrayOutputStream(256);
        try {
            DataOutputStream out = new DataOutputStream(partial);
            out.writeByte(FORMAT);
            out.writeInt(key.length);
            out.write(key);
            out.writeLong(window.start());
            window.write(out);
            new DataOutputStream(bytes).writeInt(partial.size());
            partial.writeTo(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("memory streams do not fail", e);
        }
    }

    /** The number of collected bytes. */
    public int length() {
        return bytes.size();
    }

    /** Returns and removes the collected partials. */
    public byte[] take() {
        byte[] taken = bytes.toByteArray();
        bytes.reset();
        return taken;
    }
}
