package io.weir.gateway.spool;

import java.util.concurrent.atomic.LongAdder;

/** What of a spool could not be read any more, torn by a crash or spoiled on the disk; for any thread. */
public final class Cut {
    /** How often the rest of a file was left out. */
    public final LongAdder times = new LongAdder();
    /** Bytes left out. */
    public final LongAdder bytes = new LongAdder();

    void count(long cutBytes) {
        times.increment();
        bytes.add(cutBytes);
    }
}
