package io.weir.gateway.spool;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts of unreadable parts of a spool, torn by a crash or damaged on disk. Any thread may read
 * them.
 */
public final class DamageCounts {
    /** Damaged ranges. */
    public final LongAdder ranges = new LongAdder();
    /** Lost frames: one for each range, or as many as are known to be missing there. */
    public final LongAdder frames = new LongAdder();
    /** Skipped bytes. */
    public final LongAdder bytes = new LongAdder();

    void count(long lostFrames, long skippedBytes) {
        ranges.increment();
        frames.add(lostFrames);
        bytes.add(skippedBytes);
    }
}
