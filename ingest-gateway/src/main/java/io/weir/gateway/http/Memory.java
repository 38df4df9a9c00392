package io.weir.gateway.http;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes the bodies of all unfinished requests may have together. Thread-safe. */
final class Memory {
    private final AtomicLong left;

    Memory(long bytes) {
        left = new AtomicLong(bytes);
    }

    /** Reserves so many bytes, all or none. */
    boolean reserve(long bytes) {
        if (left.addAndGet(-bytes) >= 0) {
            return true;
        }
        left.addAndGet(bytes);
        return false;
    }

    void free(long bytes) {
        left.addAndGet(bytes);
    }
}
