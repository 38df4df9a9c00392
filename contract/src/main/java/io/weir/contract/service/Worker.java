package io.weir.contract.service;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A thread of a service that runs until {@link #end}. Ending does not interrupt it, because Kafka's
 * clients would log errors. The work must therefore check {@link #isEnding} and wait with
 * {@link #pause}. Thread-safe.
 */
public final class Worker {
    private final Thread thread;
    private final CountDownLatch endRequested = new CountDownLatch(1);

    /** The work of the thread; an interrupt ends it. */
    public interface Work {
        void run() throws InterruptedException;
    }

    /** Begins only with {@link #start}. */
    public Worker(String name, Work work) {
        thread = new Thread(() -> run(work), name);
        thread.setDaemon(true);
    }

    private static void run(Work work) {
        try {
            work.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Does not block; call it once. */
    public void start() {
        thread.start();
    }

    /** Whether {@link #end} was called. */
    public boolean isEnding() {
        return endRequested.getCount() == 0;
    }

    /** Returns after this time, or as soon as {@link #end} is called. */
    public void pause(long millis) throws InterruptedException {
        boolean unused = endRequested.await(millis, TimeUnit.MILLISECONDS);
    }

    /**
     * Asks the thread to end. The caller then wakes it, if it may be blocked elsewhere, and joins
     * it.
     */
    public void end() {
        endRequested.countDown();
    }

    /** Returns once the thread has ended, if it was never started, or after this time. */
    public void join(long millis) {
        try {
            thread.join(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Interrupts a blocking call of the thread. */
    public void interrupt() {
        thread.interrupt();
    }
}
