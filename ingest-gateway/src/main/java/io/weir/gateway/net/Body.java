package io.weir.gateway.net;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * Buffer for the body of a request or frame of one connection. Reserves memory for received bytes, not for the
 * announced length. Keeps a small buffer between requests. Belongs to one event loop.
 */
public final class Body {
    private static final int KEPT_BYTES = 16 << 10;
    private static final int FIRST_BYTES = 4 << 10;
    private static final byte[] NONE = {};

    /** Result of an addition. */
    public enum Added {
        DONE,
        /** The body exceeds its limit. */
        TOO_LARGE,
        /** The bodies of all requests together exceed their limit. */
        NO_MEMORY
    }

    private final int maxBytes;
    private final Memory memory;
    private byte[] bytes = NONE;
    private int length;

    /** A body of at most {@code maxBytes}. */
    public Body(int maxBytes, Memory memory) {
        this.maxBytes = maxBytes;
        this.memory = memory;
    }

    /** Appends what arrived. */
    public Added add(ByteBuf more) {
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

    /** The buffer itself, valid up to {@link #length}. */
    public byte[] bytes() {
        return bytes;
    }

    public int length() {
        return length;
    }

    /** Discards the body. */
    public void clear() {
        length = 0;
        if (bytes.length > KEPT_BYTES) {
            free();
        }
    }

    /** Discards the body and frees its memory. */
    public void free() {
        memory.free(bytes.length);
        bytes = NONE;
        length = 0;
    }
}
