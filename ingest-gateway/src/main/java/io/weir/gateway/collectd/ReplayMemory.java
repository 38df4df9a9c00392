package io.weir.gateway.collectd;

import java.util.function.LongConsumer;

/**
 * Remembers fingerprints of protected packets for as long as the packets could be taken once more, in two generations: the younger one
 * takes them in, the older one is forgotten whole when the younger has its age.
 *
 * <p>A packet whose times are ahead by the whole window is timely until two windows after it came, so that is the age. A
 * generation that is full before is treated as if it had it; what is then forgotten too early is told. Thread-safe.
 */
public final class ReplayMemory {
    /** What is counted: packets forgotten while some of them could be taken once more. */
    public static final String FORGOTTEN_EARLY = "collectd-forgotten-early";

    private final long ageNanos;
    private final LongConsumer forgottenEarly;
    private Fingerprints younger;
    private Fingerprints older;
    private long bornNanos;

    /**
     * Empty, and small until there is something to remember.
     *
     * @param windowNanos how far the time of something protected may be from that of its receipt
     * @param mostPlaces of each generation, a power of two: eight bytes each, three quarters of them can be used
     * @param forgottenEarly hears how many packets were forgotten too early
     */
    public ReplayMemory(long windowNanos, int mostPlaces, LongConsumer forgottenEarly) {
        this.ageNanos = windowNanos > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * windowNanos;
        this.forgottenEarly = forgottenEarly;
        this.younger = new Fingerprints(mostPlaces);
        this.older = new Fingerprints(mostPlaces);
    }

    /** Remembers the fingerprint of what came at {@code nowNanos}; false if it was remembered. */
    synchronized boolean isNew(long fingerprint, long nowNanos) {
        long age = nowNanos - bornNanos; // negative if the clock was set back; then everything is needed for longer
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
        Fingerprints forgotten = older;
        forgotten.clear();
        older = younger;
        younger = forgotten;
        bornNanos = nowNanos;
    }
}
