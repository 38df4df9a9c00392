package io.weir.gateway.publish;

import io.weir.gateway.spool.DamageCounts;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Figures of the route to Kafka. The publishing thread updates them; any thread may read them. */
public final class SpoolFigures {
    private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    /** Weight of the newest sample in the growth: about the last ten samples count. */
    private static final double WEIGHT = 0.1;

    /** Number of disk failures. */
    public final LongAdder failures = new LongAdder();

    private volatile SpoolState state = SpoolState.NOTHING;
    private volatile long failing;
    private volatile DamageCounts damage = new DamageCounts();
    private long updatedNanos = System.nanoTime();
    private double growth;

    /** The current state. */
    public SpoolState state() {
        return state;
    }

    /**
     * Number of partitions whose records Kafka rejects or does not acknowledge, plus one if
     * {@code metrics.rejected} is affected, too.
     */
    public long failing() {
        return failing;
    }

    /** The parts of the spool that could not be read. */
    public DamageCounts damage() {
        return damage;
    }

    void damage(DamageCounts of) {
        damage = of;
    }

    /** Takes the first state, before the publishing thread begins: a spool may have lines of an earlier life. */
    void begin(PublishRouter router, long nowNanos) {
        updatedNanos = nowNanos;
        state = router.state(nowNanos, growth);
    }

    void update(PublishRouter router, long nowNanos) {
        long sinceNanos = nowNanos - updatedNanos;
        if (sinceNanos < EVERY_NANOS) {
            return;
        }
        updatedNanos = nowNanos;
        SpoolState next = router.state(nowNanos, growth);
        double since = (next.waitingBytes() - state.waitingBytes()) * 1e9 / sinceNanos;
        growth = next.way().isSpooling() ? growth + WEIGHT * (since - growth) : 0;
        state = next;
        failing = router.failing(nowNanos);
    }
}
