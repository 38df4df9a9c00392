package io.weir.gateway.http;

import java.util.concurrent.atomic.AtomicLong;

/** Memory budget, in bytes, for the bodies of all unfinished requests. Thread-safe. */
final class Memory {
    private final AtomicLong used = new AtomicLong();
    private final long max;

    Memory(long bytes) {
        max = bytes;
    }

    /** Reserves this many bytes, all or none. */
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

    /** Bytes currently reserved. */
    long used() {
        return used.get();
    }
}
