package io.weir.contract.service;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

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

    /** Work that may fail and is then tried again. */
    public interface Attempt {
        void run() throws IOException, InterruptedException;
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

    /** Does the work until {@link #end} is called, with a pause after each time. Call it in the thread. */
    public void every(long millis, Work work) throws InterruptedException {
        while (!isEnding()) {
            work.run();
            pause(millis);
        }
    }

    /**
     * Does the work until {@link #end} is called. Call it in the thread.
     *
     * @param failed notified of each failure, except of those while ending
     * @param pauseMillis the pause after a failure
     */
    public void retrying(Attempt work, Consumer<Exception> failed, long pauseMillis) throws InterruptedException {
        while (!isEnding()) {
            try {
                work.run();
            } catch (IOException | RuntimeException e) {
                if (!isEnding()) {
                    failed.accept(e);
                    pause(pauseMillis);
                }
            }
        }
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
