package io.weir.writer.store;

import java.io.ByteArrayOutputStream;

/** A growing buffer that does not copy its result. */
public final class Bytes extends ByteArrayOutputStream {
    /** The array, of which the first {@link #size} bytes count. */
    public byte[] bytes() {
        return buf;
    }
}
