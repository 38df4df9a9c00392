package io.weir.contract.service;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A thread in which a service works until it is told to end. Nobody interrupts it for that: Kafka's clients would fail loudly. So it
 * looks whether it {@link #isEnding}, and waits by {@link #pause}. To be used by any thread.
 */
public final class Worker {
    private final Thread thread;
    private final CountDownLatch told = new CountDownLatch(1);

    /** What it does; an interrupt ends it. */
    public interface Work {
        void run() throws InterruptedException;
    }

    /** Does nothing before {@link #start}. */
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

    /** Returns at once; to be called once. */
    public void start() {
        thread.start();
    }

    /** Was it told to end? */
    public boolean isEnding() {
        return told.getCount() == 0;
    }

    /** Returns after so long, or as soon as it is told to end. */
    public void pause(long millis) throws InterruptedException {
        boolean unused = told.await(millis, TimeUnit.MILLISECONDS);
    }

    /** Tells it to end. Who does wakes it then, where it may wait for something else, and joins it. */
    public void end() {
        told.countDown();
    }

    /** Returns once it has ended, or was never started, or after so long. */
    public void join(long millis) {
        try {
            thread.join(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Breaks off what it waits for. */
    public void interrupt() {
        thread.interrupt();
    }
}
