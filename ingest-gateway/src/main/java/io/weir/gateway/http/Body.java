package io.weir.gateway.http;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * The body of one connection's request, while it comes in. Memory is reserved for what has come, not for what a sender says is to
 * come; a small buffer is kept from request to request. One event loop's.
 */
final class Body {
    private static final int KEPT_BYTES = 16 << 10;
    private static final int FIRST_BYTES = 4 << 10;
    private static final byte[] NONE = {};

    /** What became of an addition. */
    enum Added {
        DONE,
        /** The body is longer than allowed. */
        TOO_LARGE,
        /** All requests together need more memory than allowed. */
        NO_MEMORY
    }

    private final int maxBytes;
    private final Memory memory;
    private byte[] bytes = NONE;
    private int length;

    Body(int maxBytes, Memory memory) {
        this.maxBytes = maxBytes;
        this.memory = memory;
    }

    Added add(ByteBuf more) {
        int needed = length + more.readableBytes();
        if (needed > maxBytes) {
            return Added.TOO_LARGE;
        }
        if (needed > bytes.length) {
            int capacity = Math.min(maxBytes, Math.max(needed, Math.max(FIRST_BYTES, 2 * bytes.length)));
            if (!memory.reserve(capacity - bytes.length)) {
                return Added.NO_MEMORY;
            }
            bytes = Arrays.copyOf(bytes, capacity);
        }
        more.readBytes(bytes, length, more.readableBytes());
        length = needed;
        return Added.DONE;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** Forgets the body. */
    void clear() {
        length = 0;
        if (bytes.length > KEPT_BYTES) {
            free();
        }
    }

    /** Forgets the body and gives its memory back. */
    void free() {
        memory.free(bytes.length);
        bytes = NONE;
        length = 0;
    }
}
