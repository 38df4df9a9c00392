package io.weir.contract.service;

import io.weir.contract.topic.TopicMismatchException;
import io.weir.contract.yaml.MistakesException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.common.config.ConfigException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The life of a process: start, serve until told to end, close. */
public final class ServiceRunner {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceRunner.class);

    private static final Duration END_WITHIN = Duration.ofSeconds(9);

    private ServiceRunner() {}

    /**
     * Starts and then blocks until the process is told to end (SIGTERM, Ctrl-C), whereupon everything is closed, last
     * first; the JVM then ends by itself. Returns only if the start failed, having closed what had been started.
     *
     * @param start adds to what it is given, in order: sinks before sources, so that they close behind them
     * @return the exit code: 1
     */
    public static int run(Consumer<Running> start) {
        Running running = new Running();
        Thread hook = new Thread(() -> end(running), "shutdown");
        Runtime.getRuntime().addShutdownHook(hook);
        // Asked for late: a terminal's status may have taken it over by then.
        if (start(start, running, () -> System.err)) {
            awaitTheEnd();
        } else {
            forget(hook);
        }
        return 1;
    }

    /** Returns whether it succeeded; if not, tells why and closes. */
    static boolean start(Consumer<Running> start, Running running, Supplier<PrintStream> errors) {
        try {
            start.accept(running);
            return true;
        } catch (StartException | MistakesException | TopicMismatchException | ConfigException e) {
            errors.get().println(e.getMessage());
        } catch (RuntimeException | Error e) {
            // An error too: other threads would keep the process up, without its services.
            if (running.isClosed()) {
                LOG.debug("told to end during the start", e);
            } else {
                LOG.error("start failed unexpectedly", e);
            }
        }
        running.close();
        return false;
    }

    /** The process ends when this returns: at the latest when an operator would lose patience; a kill is survived too. */
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
            LOG.warn("not all is closed after {} s; ends all the same, as after a kill", END_WITHIN.toSeconds());
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
            LOG.debug("the process is ending already", e);
        }
    }
}
