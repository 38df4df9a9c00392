package io.weir.gateway.http;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes the bodies of all unfinished requests may have together. Thread-safe. */
final class Memory {
    private final AtomicLong used = new AtomicLong();
    private final long max;

    Memory(long bytes) {
        max = bytes;
    }

    /** Reserves so many bytes, all or none. */
    boolean reserve(long bytes) {
        if (used.addAndGet(bytes) <= max) {
            return true;
        }
        used.addAndGet(-bytes);
        return false;
    }

    void free(long bytes) {
        used.addAndGet(-bytes);
    }

    /** Bytes reserved now. */
    long used() {
        return used.get();
    }
}
