package io.weir.standalone.cluster;

import io.weir.standalone.Eventually;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Runs a task repeatedly on its own thread, once in each period. A delay is not compensated. */
final class Paced implements AutoCloseable {

    /** A task may wait for the end of a fault. */
    private static final Duration HELD_WITHIN = Duration.ofMinutes(2);

    private final long periodNanos;
    private final Runnable task;
    private final Thread thread;
    private volatile boolean isClosing;
    private volatile boolean isHeld;
    private volatile boolean isPausing;

    /** Does nothing before {@link #start}. */
    Paced(String name, Duration period, Runnable task) {
        this.periodNanos = period.toNanos();
        this.task = task;
        this.thread = new Thread(this::run, name);
    }

    void start() {
        thread.start();
    }

    private void run() {
        long due = System.nanoTime();
        while (!isClosing) {
            isPausing = isHeld;
            if (!isPausing) {
                task.run();
            }
            due = Math.max(due + periodNanos, System.nanoTime() - periodNanos);
            LockSupport.parkNanos(due - System.nanoTime());
        }
    }

    /** Runs the task no more until {@link #goOn}. */
    void hold() {
        isHeld = true;
    }

    /** Returns when a held task does not run. */
    void awaitHeld() {
        Eventually.eventually("the task is held", HELD_WITHIN, () -> isPausing);
    }

    void goOn() {
        isHeld = false;
    }

    /** Returns after the last run of the task. */
    @Override
    public void close() {
        isClosing = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
