package io.weir.standalone.status;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.service.Service;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The status of {@code weir up} from its start to its end: on a terminal below the log, once a
 * second; else in the log, once a minute if anything flowed. Reads meters and health on its own
 * thread; no service waits for it.
 */
public final class Status implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Status.class);

    private static final int SHOW_EVERY_SECONDS = 1;
    private static final int SAY_EVERY_SECONDS = 60;

    private final MeterReader meters;
    private final Board board = new Board(System.nanoTime());
    private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "status");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable Screen screen;
    private @Nullable Terminal terminal;

    private Status(MeterRegistry registry) {
        this.meters = new MeterReader(registry);
    }

    /** Shows or logs the meters of this registry, as options and environment select. */
    public static Status start(StatusOptions options, MeterRegistry registry, Map<String, String> environment) {
        Status status = new Status(registry);
        if (options.quiet()) {
            return status;
        }
        if (!options.plain() && Terminal.isThere(environment)) {
            status.terminal = new Terminal(environment, System.nanoTime());
            status.screen = Screen.open();
            status.every(SHOW_EVERY_SECONDS, status::show);
        } else {
            Summary summary = new Summary(status.meters.read(System.nanoTime()));
            status.every(SAY_EVERY_SECONDS, () -> summary.next(status.meters.read(System.nanoTime()))
                    .ifPresent(said -> LOG.info("{}", said)));
        }
        return status;
    }

    /** Shows which part is being started. */
    public synchronized void starting(String what) {
        board.starting(what);
        show();
    }

    /** Called when all services are started; shows those that are not ready yet. */
    public synchronized void watch(List<Service> services) {
        board.starting("services");
        board.watch(services);
    }

    /** Leaves a clean line. May be called twice. */
    @Override
    public synchronized void close() {
        ticker.shutdownNow();
        if (screen != null) {
            screen.close();
            screen = null;
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // It logs all it throws, and ends with its executor.
    private void every(int seconds, Runnable task) {
        ticker.scheduleAtFixedRate(
                () -> {
                    try {
                        task.run();
                    } catch (RuntimeException e) {
                        LOG.error("the status display has ended", e);
                        throw e;
                    }
                },
                seconds,
                seconds,
                TimeUnit.SECONDS);
    }

    private synchronized void show() {
        if (screen != null && terminal != null) {
            long now = System.nanoTime();
            screen.show(Layout.lines(board.parts(meters.read(now)), terminal.width(now) - 1));
        }
    }
}
