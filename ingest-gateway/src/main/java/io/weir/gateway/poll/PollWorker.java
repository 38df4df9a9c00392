package io.weir.gateway.poll;

import io.weir.contract.service.DaemonThreads;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A thread that reads the answers of some targets, with an intake of its own. */
public final class PollWorker implements Executor {
    private static final int CLOSE_WITHIN_SECONDS = 2;

    private final ThreadPoolExecutor thread;
    private final LineIntake lines;

    /** A thread of this name. */
    public PollWorker(String name, Intakes intakes) {
        thread = new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), DaemonThreads.named(name));
        lines = intakes.next(this);
    }

    /** Runs the task soon, in the thread; not after {@link #close}. */
    @Override
    public void execute(Runnable task) {
        if (!thread.isShutdown()) {
            thread.execute(task);
        }
    }

    /** Only for tasks. */
    public LineIntake lines() {
        return lines;
    }

    /** Flushes the lines unless waiting tasks will add more. */
    public void flushIfIdle() {
        if (thread.getQueue().isEmpty()) {
            lines.flushLines();
        }
    }

    /** Runs the waiting tasks, and flushes. */
    public void close() {
        thread.execute(lines::flush);
        thread.shutdown();
        try {
            boolean unused = thread.awaitTermination(CLOSE_WITHIN_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
