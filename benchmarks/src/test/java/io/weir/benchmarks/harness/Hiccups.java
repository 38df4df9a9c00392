package io.weir.benchmarks.harness;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures scheduling delays: how long a thread that runs every millisecond is held up by other
 * processes or its own JVM, as the maximum of each second. Line latencies up to this value cannot
 * be attributed to a gateway.
 */
public final class Hiccups implements AutoCloseable {
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Thread thread = new Thread(this::run, "hiccups");
    private final MostBySecond most = new MostBySecond();
    private volatile boolean isClosing;

    /** Starts the measurement. */
    public Hiccups() {
        thread.start();
    }

    private void run() {
        long before = System.nanoTime();
        while (!isClosing) {
            LockSupport.parkNanos(STEP_NANOS);
            long now = System.nanoTime();
            most.add(now, TimeUnit.NANOSECONDS.toMillis(now - before - STEP_NANOS));
            before = now;
        }
    }

    @Override
    public void close() {
        isClosing = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the delays in milliseconds; call it after {@link #close}. */
    public MostBySecond most() {
        return most;
    }
}
