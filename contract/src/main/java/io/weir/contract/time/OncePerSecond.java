package io.weir.contract.time;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Permits an action at most once per second, such as a log line for an error of every metric. Times
 * are those of {@link System#nanoTime}. Thread-safe: only one of several concurrent callers is
 * permitted.
 */
public final class OncePerSecond {
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final AtomicLong permittedNanos;

    /** Permits the first action at once. */
    public OncePerSecond(long nowNanos) {
        permittedNanos = new AtomicLong(nowNanos - SECOND_NANOS);
    }

    /** Whether the action may happen now. The caller must perform a permitted action. */
    public boolean permits(long nowNanos) {
        long before = permittedNanos.get();
        return nowNanos - before >= SECOND_NANOS && permittedNanos.compareAndSet(before, nowNanos);
    }
}
