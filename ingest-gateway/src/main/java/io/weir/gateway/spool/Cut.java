package io.weir.gateway.spool;

import java.util.concurrent.atomic.LongAdder;

/** What of a spool could not be read any more, torn by a crash or spoiled on the disk; for any thread. */
public final class Cut {
    /** Damaged places. */
    public final LongAdder times = new LongAdder();
    /** Frames left out: one for each place, or as many as are known to be missing there. */
    public final LongAdder frames = new LongAdder();
    /** Bytes left out. */
    public final LongAdder bytes = new LongAdder();

    void count(long cutFrames, long cutBytes) {
        times.increment();
        frames.add(cutFrames);
        bytes.add(cutBytes);
    }
}
