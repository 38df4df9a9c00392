package io.weir.gateway.net;

import java.util.concurrent.atomic.AtomicLong;

/** Memory budget, in bytes, for the bodies of all unfinished requests. Thread-safe. */
public final class Memory {
    private final AtomicLong used = new AtomicLong();
    private final long max;

    /** At most this many bytes. */
    public Memory(long bytes) {
        max = bytes;
    }

    /** Reserves this many bytes, all or none. */
    public boolean reserve(long bytes) {
        if (used.addAndGet(bytes) <= max) {
            return true;
        }
        used.addAndGet(-bytes);
        return false;
    }

    /** Frees this many reserved bytes. */
    public void free(long bytes) {
        used.addAndGet(-bytes);
    }

    /** Bytes currently reserved. */
    public long used() {
        return used.get();
    }
}
