package io.weir.standalone.probe;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.weir.contract.service.Health;
import io.weir.contract.service.Service;
import io.weir.standalone.probe.out.HostAndPort;
import io.weir.standalone.probe.out.Output;
import io.weir.standalone.probe.out.ProbeMeters;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The probe as a service: measures the host and sends the values. No error of the host ends it, and
 * nothing that hangs stops it: one thread makes the rounds, others measure.
 */
public final class ProbeService implements Service {
    private static final Logger LOG = LoggerFactory.getLogger(ProbeService.class);

    private static final long END_WITHIN_MILLIS = 2_000;

    private final ProbeConfig config;
    private final Supplier<HostAndPort> standardTarget;
    private final ProbeMeters meters;
    private final Supplier<String> ownMeters;
    private final ScheduledExecutorService rounds = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "weir-probe");
        thread.setDaemon(true);
        return thread;
    });
    private final Calls calls = new Calls();
    private volatile Health health = Health.off();
    private @Nullable Output output;

    /**
     * @param standardTarget the target if the configuration names none; called at {@link #start}
     * @param meters receives the probe's meters; the probe also sends all meters of a Prometheus
     * registry
     */
    public ProbeService(ProbeConfig config, Supplier<HostAndPort> standardTarget, MeterRegistry meters) {
        this.config = config;
        this.standardTarget = standardTarget;
        this.meters = new ProbeMeters(meters);
        this.ownMeters = meters instanceof PrometheusMeterRegistry served ? served::scrape : () -> "";
    }

    @Override
    public String name() {
        return "probe";
    }

    /** Does nothing if the configuration disables the probe. */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The task handles its exceptions and ends with its executor.
    public synchronized void start() {
        if (!config.enabled()) {
            return;
        }
        Output opened = Outputs.open(config, standardTarget, meters, this);
        output = opened;
        health = Health.running(opened.toString());
        LOG.info("probe      of this host, {}", opened);
        rounds.execute(() -> begin(opened));
    }

    /** Initializing OSHI is slow, so it runs outside of the thread that starts all services. */
    @SuppressWarnings("FutureReturnValueIgnored") // As above.
    private void begin(Output to) {
        try {
            Host host = Host.find();
            ProbeLines lines =
                    new ProbeLines(config.hostname().orElseGet(host::shortName), config.tags(), host.startNanos());
            KernelFiles files = new KernelFiles(Path.of("/"), calls, KernelFiles.Limits.STANDARD, meters::late);
            List<Subject> subjects = Subjects.of(host, files, config, ownMeters, calls);
            subjects.forEach(subject -> meters.failures(subject.name()));
            long nanos = config.interval().toNanos();
            rounds.scheduleAtFixedRate(() -> surely(() -> round(subjects, lines, to)), 0, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("the probe was stopped before it began", e);
        } catch (RuntimeException | LinkageError e) {
            health = Health.running("this platform provides no metrics");
            LOG.warn("probe ends: this platform provides no metrics ({})", e.toString());
        }
    }

    /** An exception would cancel all further rounds silently. */
    private static void surely(Runnable round) {
        try {
            round.run();
        } catch (RuntimeException e) {
            LOG.error("a round of the probe failed; the next round follows", e);
        }
    }

    private void round(List<Subject> subjects, ProbeLines lines, Output to) {
        lines.startRound(nanosSince1970(Instant.now()));
        for (Subject subject : subjects) {
            if (!subject.collect(lines)) {
                meters.failed(subject.name());
            }
        }
        to.accept(lines.round());
    }

    private static long nanosSince1970(Instant now) {
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    /**
     * Always live and ready: no service depends on the probe, and the gateway counts the arriving
     * lines.
     */
    @Override
    public Health health() {
        return health;
    }

    @Override
    public synchronized void close() {
        rounds.shutdown();
        try {
            if (!rounds.awaitTermination(END_WITHIN_MILLIS, TimeUnit.MILLISECONDS)) {
                rounds.shutdownNow();
            }
        } catch (InterruptedException e) {
            rounds.shutdownNow();
            Thread.currentThread().interrupt();
        }
        calls.close();
        Output opened = output;
        output = null;
        if (opened != null) {
            opened.close();
        }
    }
}
