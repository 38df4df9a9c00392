package io.weir.gateway.scrape;

import io.weir.contract.service.DaemonThreads;
import io.weir.gateway.exposition.ExpositionLines;
import io.weir.gateway.intake.Intakes;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A thread that reads the answers of some targets, with an intake of its own. */
final class ScrapeWorker implements Executor {
    private static final int CLOSE_WITHIN_SECONDS = 2;

    private final ThreadPoolExecutor thread;
    private final ExpositionLines lines;
    private final Gunzip gunzip = new Gunzip();

    ScrapeWorker(String name, Intakes intakes) {
        thread = new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), DaemonThreads.named(name));
        lines = new ExpositionLines(intakes.next(this));
    }

    /** Runs the task soon, in the thread; not after {@link #close}. */
    @Override
    public void execute(Runnable task) {
        if (!thread.isShutdown()) {
            thread.execute(task);
        }
    }

    /** Only for tasks. */
    ExpositionLines lines() {
        return lines;
    }

    /** Only for tasks. */
    Gunzip gunzip() {
        return gunzip;
    }

    /** Flushes the lines unless more will follow at once. */
    void flushIfIdle() {
        if (thread.getQueue().isEmpty()) {
            lines.lines().flush();
        }
    }

    /** Runs the waiting tasks, and flushes. */
    void close() {
        thread.execute(() -> lines.lines().flush());
        thread.shutdown();
        try {
            boolean unused = thread.awaitTermination(CLOSE_WITHIN_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
