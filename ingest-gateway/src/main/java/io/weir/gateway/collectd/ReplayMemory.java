package io.weir.gateway.collectd;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Remembers fingerprints of the last packets, each in one place: a newer one that belongs there as well puts it out. So it is bounded,
 * never takes a new packet for an old one, and forgets the old ones slowly; beyond it, the time window holds. Thread-safe.
 */
public final class ReplayMemory {
    private final AtomicLongArray places;
    private final int mask;

    /** {@code places} is a power of two, of eight bytes each. */
    public ReplayMemory(int places) {
        this.places = new AtomicLongArray(places);
        this.mask = places - 1;
    }

    /** Remembers the fingerprint; false if it was remembered. All its bits must be as good as random. */
    boolean isNew(long fingerprint) {
        long known = fingerprint == 0 ? 1 : fingerprint; // 0 is an empty place
        return places.getAndSet((int) known & mask, known) != known;
    }
}
