package io.weir.writer.store.remotewrite;

import java.io.ByteArrayOutputStream;

/** A growing buffer that does not copy its result. */
final class Bytes extends ByteArrayOutputStream {
    /** The array, of which the first {@link #size} bytes count. */
    byte[] bytes() {
        return buf;
    }
}
