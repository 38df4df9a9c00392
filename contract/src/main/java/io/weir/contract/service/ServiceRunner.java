package io.weir.contract.service;

import io.weir.contract.config.MistakesException;
import io.weir.contract.topic.TopicMismatchException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.common.config.ConfigException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lifecycle of a process: start, serve until a signal, close. */
public final class ServiceRunner {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceRunner.class);

    private static final Duration END_WITHIN = Duration.ofSeconds(9);

    private ServiceRunner() {}

    /**
     * Starts and then blocks until a signal ends the process (SIGTERM, Ctrl-C). Then all parts are
     * closed in reverse order, and the JVM ends. Returns only if the start failed, after closing
     * the parts that were started.
     *
     * @param start adds parts in order: sinks before sources, so that sources close first
     * @return the exit code: 1
     */
    public static int run(Consumer<Running> start) {
        Running running = new Running();
        Thread hook = new Thread(() -> end(running), "shutdown");
        Runtime.getRuntime().addShutdownHook(hook);
        // The stream is fetched late, because a terminal's status line may have replaced it.
        if (start(start, running, () -> System.err)) {
            awaitTheEnd();
        } else {
            forget(hook);
        }
        return 1;
    }

    /** Returns whether it succeeded; if not, prints the reason and closes. */
    static boolean start(Consumer<Running> start, Running running, Supplier<PrintStream> errors) {
        try {
            start.accept(running);
            return true;
        } catch (StartException | MistakesException | TopicMismatchException | ConfigException e) {
            errors.get().println(e.getMessage());
        } catch (RuntimeException | Error e) {
            // Handles errors, too: otherwise other threads would keep the process alive without its
            // services.
            if (running.isClosed()) {
                LOG.debug("stopped during the start", e);
            } else {
                LOG.error("start failed unexpectedly", e);
            }
        }
        running.close();
        return false;
    }

    /**
     * The process ends when this returns. The wait is bounded, because an operator would not wait
     * longer. A kill loses no data either.
     */
    private static void end(Running running) {
        LOG.info("stopping");
        long startNanos = System.nanoTime();
        Thread closing = new Thread(running::close, "closing");
        closing.setDaemon(true);
        closing.start();
        try {
            closing.join(END_WITHIN.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (closing.isAlive()) {
            LOG.warn("closing takes longer than {} s; the process ends as after a kill", END_WITHIN.toSeconds());
        } else {
            LOG.info("stopped after {} ms", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos));
        }
    }

    private static void awaitTheEnd() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            LOG.debug("the process already ends", e);
        }
    }
}
