package io.weir.standalone;

import io.weir.contract.service.Service;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs {@code ready} and the next steps when all services are ready; until then logs every ten
 * seconds which are not.
 */
final class ReadyWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReadyWatch.class);

    private static final long LOOK_EVERY_MILLIS = 50;
    private static final long SAY_EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Thread thread = new Thread(this::watch, "ready-watch");
    private final List<Service> services;
    private final List<String> next;
    private final long startNanos;

    private ReadyWatch(List<Service> services, List<String> next, long startNanos) {
        this.services = services;
        this.next = next;
        this.startNanos = startNanos;
        thread.setDaemon(true);
    }

    /**
     * Watches until all services are ready, then logs {@code next}.
     *
     * @param startNanos start of the process, by {@link System#nanoTime}
     */
    static ReadyWatch start(List<Service> services, List<String> next, long startNanos) {
        ReadyWatch watch = new ReadyWatch(services, next, startNanos);
        watch.thread.start();
        return watch;
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void watch() {
        long saidNanos = System.nanoTime();
        try {
            while (!services.stream().allMatch(service -> service.health().ready())) {
                if (System.nanoTime() - saidNanos >= SAY_EVERY_NANOS) {
                    saidNanos = System.nanoTime();
                    sayWhatIsNot();
                }
                Thread.sleep(LOOK_EVERY_MILLIS);
            }
            double seconds = (System.nanoTime() - startNanos) / (double) TimeUnit.SECONDS.toNanos(1);
            LOG.info("ready      after {} s", String.format(Locale.ROOT, "%.1f", seconds));
            next.forEach(LOG::info);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void sayWhatIsNot() {
        for (Service service : services) {
            if (!service.health().ready()) {
                LOG.info("not ready  {}: {}", service.name(), service.health().detail());
            }
        }
    }
}
