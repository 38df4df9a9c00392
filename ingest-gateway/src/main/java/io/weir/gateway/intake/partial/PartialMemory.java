package io.weir.gateway.intake.partial;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that the partials of all intakes of a gateway share. An intake that takes more than there is
 * flushes its own partials, so each exceeds the bound by one partial at most. Thread-safe.
 */
public final class PartialMemory {
    /** The default bound: lines of partials take less, so half of the default queue has room for them. */
    public static final long STANDARD_BYTES = 32L << 20;

    private final long most;
    private final AtomicLong used = new AtomicLong();

    /** Nothing is used of {@code most} bytes. */
    public PartialMemory(long most) {
        this.most = most;
    }

    /** Takes memory. Returns whether there was enough. */
    boolean take(int bytes) {
        return used.addAndGet(bytes) <= most;
    }

    /** Returns memory that was taken. */
    void giveBack(long bytes) {
        used.addAndGet(-bytes);
    }

    /** Bytes in use. */
    public long used() {
        return used.get();
    }
}
