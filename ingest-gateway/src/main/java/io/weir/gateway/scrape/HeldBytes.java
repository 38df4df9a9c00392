package io.weir.gateway.scrape;

import java.util.concurrent.atomic.AtomicLong;

/** The memory of all bodies that arrive, or wait to be read. Thread-safe. */
final class HeldBytes {
    private final long most;
    private final AtomicLong bytes = new AtomicLong();

    HeldBytes(long most) {
        this.most = most;
    }

    /** Takes memory; takes none and returns false if there is too little. */
    boolean take(long more) {
        if (bytes.addAndGet(more) > most) {
            bytes.addAndGet(-more);
            return false;
        }
        return true;
    }

    void give(long fewer) {
        bytes.addAndGet(-fewer);
    }

    long bytes() {
        return bytes.get();
    }
}
