package io.weir.standalone.cluster;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Runs a task again and again in a thread of its own, once in each period. What took longer is not made up for. */
final class Paced implements AutoCloseable {

    private final long periodNanos;
    private final Runnable task;
    private final Thread thread;
    private volatile boolean isClosing;

    /** Begins at {@link #start}. */
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

    /** Returns once the task has run for the last time. */
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
