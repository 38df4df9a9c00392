package io.weir.standalone.cluster;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Runs a task repeatedly on its own thread, once in each period. A delay is not compensated. */
final class Paced implements AutoCloseable {

    private final long periodNanos;
    private final Runnable task;
    private final Thread thread;
    private volatile boolean isClosing;

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
            task.run();
            due = Math.max(due + periodNanos, System.nanoTime() - periodNanos);
            LockSupport.parkNanos(due - System.nanoTime());
        }
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
