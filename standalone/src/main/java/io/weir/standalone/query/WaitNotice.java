package io.weir.standalone.query;

import io.weir.standalone.send.Progress;
import io.weir.standalone.status.Terminal;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Shows each second, on a terminal, that the command waits for a server. Ends before the first
 * output.
 */
final class WaitNotice implements AutoCloseable {
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(run -> {
        Thread thread = new Thread(run, "wait-notice");
        thread.setDaemon(true);
        return thread;
    });
    private final Progress progress = new Progress(System.err, true);
    private final long startNanos = System.nanoTime();
    private boolean isEnded;

    /** @param environment decides whether the terminal may be rewritten */
    WaitNotice(String server, Map<String, String> environment) {
        if (Terminal.isThere(environment)) {
            ScheduledFuture<?> unused = timer.scheduleAtFixedRate(() -> show(server), 1, 1, TimeUnit.SECONDS);
        }
    }

    private synchronized void show(String server) {
        if (!isEnded) {
            long now = System.nanoTime();
            progress.say(
                    now,
                    "waiting for " + server + ", "
                            + Duration.ofNanos(now - startNanos).toSeconds() + " s");
        }
    }

    /** Clears the notice; may be called again. */
    @Override
    public synchronized void close() {
        isEnded = true;
        timer.shutdownNow();
        progress.end();
    }
}
