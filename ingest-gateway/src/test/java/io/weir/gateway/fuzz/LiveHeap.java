package io.weir.gateway.fuzz;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

/** Live heap of this JVM, by which a fuzz test detects whether an input grows. */
public final class LiveHeap {
    /** Permitted growth through caches, tables at their limits and the test's own counters. */
    public static final long TOLERANCE_BYTES = 16 << 20;

    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();

    private LiveHeap() {}

    /** Bytes in use after a garbage collection. */
    public static long bytes() {
        MEMORY.gc();
        return MEMORY.getHeapMemoryUsage().getUsed();
    }
}
