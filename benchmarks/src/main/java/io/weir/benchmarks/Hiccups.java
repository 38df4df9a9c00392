package io.weir.benchmarks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How long a thread that wants to run for a moment every millisecond is held up, at most in each second: by others on this machine, by
 * its own JVM. What was no quicker for lines than for this thread says nothing of a gateway.
 */
public final class Hiccups implements AutoCloseable {
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Thread thread = new Thread(this::run, "hiccups");
    private final MostBySecond most = new MostBySecond();
    private volatile boolean isClosing;

    /** Begins at once. */
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

    /** After {@link #close}: in milliseconds. */
    public MostBySecond most() {
        return most;
    }
}
