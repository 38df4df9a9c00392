package io.weir.gateway.collectd;

import io.weir.contract.line.LongHashSet;
import java.util.function.LongConsumer;

/**
 * Remembers fingerprints of protected packets for as long as these could be accepted again. Uses
 * two generations: the younger one receives new fingerprints; the older one is cleared when the
 * younger reaches its maximum age.
 *
 * <p>A packet whose times are ahead by the whole window is timely until two windows after its
 * arrival, so this is the maximum age. A generation that is full earlier is replaced early. Packets
 * that are thereby forgotten too early are reported. Thread-safe.
 */
public final class ReplayMemory {
    /** Counts packets that were forgotten while some of them could be accepted again. */
    public static final String FORGOTTEN_EARLY = "collectd-forgotten-early";

    private final long ageNanos;
    private final LongConsumer forgottenEarly;
    private LongHashSet younger;
    private LongHashSet older;
    private long bornNanos;

    /**
     * Empty, and small until it has fingerprints.
     *
     * @param windowNanos maximum difference between the time of protected data and its receive time
     * @param most maximum number of fingerprints in each generation
     * @param forgottenEarly receives the number of packets that were forgotten too early
     */
    public ReplayMemory(long windowNanos, int most, LongConsumer forgottenEarly) {
        this.ageNanos = windowNanos > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * windowNanos;
        this.forgottenEarly = forgottenEarly;
        this.younger = new LongHashSet(most);
        this.older = new LongHashSet(most);
    }

    /**
     * Stores the fingerprint of a packet received at {@code nowNanos}. Returns false if it was
     * already stored.
     */
    synchronized boolean isNew(long fingerprint, long nowNanos) {
        long age = nowNanos - bornNanos; // negative after the clock went back: keeps longer
        if (age >= ageNanos) {
            change(nowNanos);
            if (age - ageNanos >= ageNanos) {
                older.clear();
            }
        }
        if (younger.contains(fingerprint) || older.contains(fingerprint)) {
            return false;
        }
        if (younger.isFull()) {
            if (older.size() > 0) {
                forgottenEarly.accept(older.size());
            }
            change(nowNanos);
        }
        younger.add(fingerprint);
        return true;
    }

    private void change(long nowNanos) {
        LongHashSet forgotten = older;
        forgotten.clear();
        older = younger;
        younger = forgotten;
        bornNanos = nowNanos;
    }
}
