package io.weir.gateway.exposition;

import java.util.concurrent.atomic.AtomicLong;

/** Memory that many share, up to a limit: for bodies, or for series. Thread-safe. */
public final class HeldBytes {
    private final long most;
    private final AtomicLong bytes = new AtomicLong();

    /** Of at most this many bytes. */
    public HeldBytes(long most) {
        this.most = most;
    }

    /** Takes memory; takes none and returns false if there is too little. */
    public boolean take(long more) {
        if (bytes.addAndGet(more) > most) {
            bytes.addAndGet(-more);
            return false;
        }
        return true;
    }

    /** Gives memory back. */
    public void give(long fewer) {
        bytes.addAndGet(-fewer);
    }

    /** Bytes that are taken. */
    public long bytes() {
        return bytes.get();
    }
}
