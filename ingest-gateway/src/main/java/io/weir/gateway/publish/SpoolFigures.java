package io.weir.gateway.publish;

import io.weir.gateway.spool.Cut;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Figures of the way to Kafka; told by the publishing thread, for any. */
public final class SpoolFigures {
    private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    /** The share of the newest sample in the growth: that of the last ten or so counts. */
    private static final double WEIGHT = 0.1;

    /** How often the disk failed. */
    public final LongAdder failures = new LongAdder();

    private volatile SpoolState state = SpoolState.NOTHING;
    private volatile long troubled;
    private volatile Cut cut = new Cut();
    private long updatedNanos = System.nanoTime();
    private double growth;

    /** How it is now. */
    public SpoolState state() {
        return state;
    }

    /** How many partitions Kafka refuses or does not acknowledge; one more if it does so with the rejected. */
    public long troubled() {
        return troubled;
    }

    /** What of the spool could not be read any more. */
    public Cut cut() {
        return cut;
    }

    void cut(Cut of) {
        cut = of;
    }

    void update(Flow flow, long nowNanos) {
        long sinceNanos = nowNanos - updatedNanos;
        if (sinceNanos < EVERY_NANOS) {
            return;
        }
        updatedNanos = nowNanos;
        SpoolState next = flow.state(nowNanos, growth);
        double since = (next.waitingBytes() - state.waitingBytes()) * 1e9 / sinceNanos;
        growth = next.way().isSpooling() ? growth + WEIGHT * (since - growth) : 0;
        state = next;
        troubled = flow.troubled(nowNanos);
    }
}
