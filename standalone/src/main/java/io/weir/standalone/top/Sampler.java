package io.weir.standalone.top;

import io.weir.contract.service.DaemonThreads;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Takes snapshots in its own thread, so that keys do not wait for a service that does not answer. */
final class Sampler implements AutoCloseable {
    private final AtomicReference<@Nullable Snapshot> latest = new AtomicReference<>();
    private final ScheduledExecutorService ticker =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("weir-top-sampler"));
    private final FarmClient client;
    private final History history;
    private final ScheduledFuture<?> sampling;

    /** Begins immediately. */
    Sampler(FarmClient client, History history, Duration every) {
        this.client = client;
        this.history = history;
        this.sampling = ticker.scheduleWithFixedDelay(this::sample, 0, every.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void sample() {
        try {
            latest.set(history.next(client.ask()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // Only by close.
        }
    }

    /**
     * The latest snapshot; empty before the first.
     *
     * @throws IllegalStateException if sampling failed, which is a mistake of this program
     */
    Optional<Snapshot> latest() throws InterruptedException {
        if (sampling.isDone()) {
            try {
                sampling.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("sampling failed", e.getCause());
            }
        }
        return Optional.ofNullable(latest.get());
    }

    @Override
    public void close() {
        ticker.shutdownNow();
    }
}
