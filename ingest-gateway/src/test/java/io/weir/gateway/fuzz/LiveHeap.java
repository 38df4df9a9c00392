package io.weir.gateway.fuzz;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

/** What this JVM's heap holds on to: how a fuzz test sees whether a door grows. */
public final class LiveHeap {
    /** What caches, tables at their limits and the test's own counting may add. */
    public static final long TOLERANCE_BYTES = 16 << 20;

    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();

    private LiveHeap() {}

    /** Bytes in use once the garbage is collected. */
    public static long bytes() {
        MEMORY.gc();
        return MEMORY.getHeapMemoryUsage().getUsed();
    }
}
