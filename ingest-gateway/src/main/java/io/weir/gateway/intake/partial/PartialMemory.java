package io.weir.gateway.intake.partial;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that the partials of all intakes of a gateway share. An intake that takes more than there is
 * flushes its own partials, unless they are few: otherwise one hostile sender would make the lines of all
 * intakes early. So each intake exceeds the bound by {@link #FEW} of it, and a partial, at most.
 * Thread-safe.
 */
public final class PartialMemory {
    /** The default bound: lines of partials take less, so half of the default queue has room for them. */
    public static final long STANDARD_BYTES = 32L << 20;

    /** An intake with this part of the bound, or less, need not flush. */
    static final int FEW = 16;

    private final long most;
    private final AtomicLong used = new AtomicLong();

    /** Nothing is used of {@code most} bytes. */
    public PartialMemory(long most) {
        this.most = most;
    }

    /**
     * Takes memory.
     *
     * @param own all memory of the intake
     * @return whether there was enough; if not, the intake must flush
     */
    boolean take(int bytes, long own) {
        return used.addAndGet(bytes) <= most || own <= most / FEW;
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
