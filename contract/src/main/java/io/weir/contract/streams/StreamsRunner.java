package io.weir.contract.streams;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Silence;
import io.weir.contract.service.StartException;
import io.weir.contract.service.TopicsWait;
import io.weir.contract.service.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a topology: waits for the broker and the topics, replaces threads that die
 * ({@link ThreadDeaths}), and reports its health.
 */
public final class StreamsRunner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StreamsRunner.class);

    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(4);
    private static final int ANSWER_WITHIN_MILLIS = 5_000;
    private static final long LISTEN_EVERY_MILLIS = 1_000;
    /** The pause before the replacement of a thread that ended because Kafka refused something. */
    private static final long RETRY_MILLIS = 1_000;
    /** Restoring longer than this is unusual, and health says more. */
    private static final long LONG_SECONDS = 60;

    private final String service;
    private final String application;
    private final Topology topology;
    private final KafkaSettings kafkaSettings;
    private final Properties settings;
    private final Path stateDirectory;
    private final TopicsWait topicsWait;
    private final BadRecords badRecords;
    private final ThreadDeaths deaths = new ThreadDeaths();
    private final Worker listening;
    private final ChangelogWatch changelogWatch;
    private volatile Health kafka = Health.running();
    private volatile BooleanSupplier before = () -> true;
    private volatile @Nullable KafkaStreams streams;
    private volatile long rebalancingSinceNanos = System.nanoTime();
    private volatile @Nullable String givenUp;
    private volatile @Nullable String unanswered;

    /**
     * Connects only after {@link #start}.
     *
     * @param service its name in logs and meters
     * @param properties Streams settings, at least the application id; they override those of
     *     {@code kafka}
     * @param stateDirectory created if missing; for one process at a time
     */
    public StreamsRunner(
            String service,
            Topology topology,
            Map<String, ?> properties,
            Path stateDirectory,
            KafkaSettings kafka,
            MeterRegistry meters) {
        this.service = service;
        this.topology = topology;
        this.kafkaSettings = kafka;
        this.stateDirectory = stateDirectory;
        this.application = String.valueOf(properties.get(StreamsConfig.APPLICATION_ID_CONFIG));
        ChangelogIds changelogs = new ChangelogIds(StateCheck.changelogs(topology, application));
        this.badRecords = new BadRecords(service, kafka, meters, stateDirectory.resolve("poison"), changelogs);
        this.settings = StreamsSettings.of(kafka, badRecords);
        this.settings.put(StreamsConfig.STATE_DIR_CONFIG, stateDirectory.toString());
        this.settings.putAll(properties);
        this.topicsWait = new TopicsWait(service, kafka, this::startStreams);
        this.listening = new Worker(service + "-silence", this::listen);
        this.changelogWatch = new ChangelogWatch(service, changelogs, kafka, this::onStateLost);
    }

    /**
     * Like {@link #start()}.
     *
     * @param beforeStreams runs once the topics exist; may wait; returns false if it was closed
     */
    public void start(BooleanSupplier beforeStreams) {
        before = beforeStreams;
        start();
    }

    /**
     * Does not block; call it once.
     *
     * @throws StartException if the state directory cannot be written
     */
    public void start() {
        try {
            Files.createDirectories(stateDirectory);
        } catch (IOException e) {
            throw new StartException(cannotWrite(), e);
        }
        if (!Files.isWritable(stateDirectory)) {
            throw new StartException(cannotWrite());
        }
        badRecords.poison().load();
        topicsWait.start();
    }

    /**
     * Ready while Streams is running, without a recent death of a thread, and Kafka answers and accepts
     * records; dead once it has stopped by itself.
     */
    public Health health() {
        String reason = givenUp;
        KafkaStreams running = streams;
        if (reason != null) {
            return Health.dead(reason);
        }
        if (running == null) {
            String silent = unanswered;
            return silent == null ? topicsWait.health() : Health.waiting(silent);
        }
        return switch (running.state()) {
            case RUNNING -> running();
            case CREATED, REBALANCING -> kafka.ready() ? Health.waiting(takeover()) : kafka;
            case PENDING_SHUTDOWN, NOT_RUNNING -> Health.waiting("closed");
            case PENDING_ERROR, ERROR -> Health.dead("Kafka Streams stopped with an error; its log says why");
        };
    }

    private Health running() {
        String died = deaths.reason();
        return kafka.ready() && died != null ? Health.waiting(died) : kafka;
    }

    /** Commits what was processed, leaves the consumer group and ends within 5 s. */
    @Override
    public void close() {
        listening.end();
        changelogWatch.close();
        topicsWait.close();
        badRecords.close();
        KafkaStreams running = streams;
        if (running == null) {
            return;
        }
        // Without leaving, the group would wait for this member's session timeout at the next
        // start.
        CloseOptions leaving = CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
                .withTimeout(CLOSE_WITHIN);
        if (!running.close(leaving)) {
            LOG.warn(
                    "{}: Kafka Streams did not end within {} s; the next start repeats uncommitted work",
                    service,
                    CLOSE_WITHIN.toSeconds());
        }
    }

    private void startStreams() {
        if (!before.getAsBoolean() || !hasState() || listening.isEnding()) {
            return;
        }
        KafkaStreams starting = new KafkaStreams(topology, settings, new StreamsClients(badRecords.missed()));
        starting.setUncaughtExceptionHandler(this::onThreadDeath);
        starting.setStateListener(this::onState);
        streams = starting;
        if (listening.isEnding()) {
            // A concurrent close may not have seen the streams yet.
            starting.close(Duration.ZERO);
            return;
        }
        starting.start();
        listening.start();
        changelogWatch.start();
    }

    /** Retries until Kafka answers; false if the state is missing, or if this was closed. */
    private boolean hasState() {
        while (!listening.isEnding()) {
            try {
                givenUp = stateMistake();
                String mistake = givenUp;
                if (mistake != null) {
                    LOG.error("{} cannot start: {}", service, mistake);
                }
                return mistake == null;
            } catch (RetriableException e) {
                unanswered = "Kafka does not report whether the state exists: " + e.getMessage();
                LOG.warn("{}: {}; retrying", service, unanswered);
                pause();
            }
        }
        return false;
    }

    /** Why it cannot start; null otherwise, with offsets at which it can. */
    private @Nullable String stateMistake() {
        try (Admin admin = admin()) {
            Optional<String> mistake = new StateCheck(admin, application).mistake(topology);
            if (mistake.isEmpty()) {
                RecreatedInputs.reset(admin, application);
            }
            return mistake.orElse(null);
        }
    }

    /** The error for source topics that were deleted; the one of Kafka Streams does not name them. */
    private MissingSourceTopicException namingTopics() {
        String missing;
        try (Admin admin = admin()) {
            missing = String.join(", ", new StateCheck(admin, application).missingSources(topology));
        } catch (KafkaException e) {
            missing = "unknown, because Kafka does not list them: " + e.getMessage();
        }
        return new MissingSourceTopicException("topics were deleted: " + missing + ". Create them again, or restart "
                + service + ", which creates missing topics (docs/operations.md, \"A topic was deleted\")");
    }

    private Admin admin() {
        Map<String, Object> client = kafkaSettings.clientProperties();
        client.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        client.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        return Admin.create(client);
    }

    private void listen() throws InterruptedException {
        Silence silence = new Silence(System.nanoTime());
        ProducerRetries retries = new ProducerRetries();
        listening.every(LISTEN_EVERY_MILLIS, () -> {
            KafkaStreams running = streams;
            if (running != null) {
                long nowNanos = System.nanoTime();
                Health answers = silence.after(running.metrics(), nowNanos);
                Health accepts = retries.after(running.metrics(), nowNanos);
                deaths.observe(running.state() == KafkaStreams.State.RUNNING, answers.ready(), nowNanos);
                kafka = answers.ready() ? accepts : answers;
            }
        });
    }

    private void onState(KafkaStreams.State now, KafkaStreams.State before) {
        LOG.info("{} state={} before={}", service, now, before);
        if (now == KafkaStreams.State.REBALANCING) {
            rebalancingSinceNanos = System.nanoTime();
        }
    }

    private String takeover() {
        String died = deaths.reason();
        if (died != null) {
            return died;
        }
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - rebalancingSinceNanos);
        return "takes over its partitions and restores their state"
                + (seconds < LONG_SECONDS
                        ? ""
                        : ", for " + seconds + " s: weir doctor shows whether an open transaction delays it");
    }

    private StreamThreadExceptionResponse onThreadDeath(Throwable e) {
        ThreadDeaths.Next next =
                deaths.died(e instanceof MissingSourceTopicException ? namingTopics() : e, System.nanoTime());
        if (next == ThreadDeaths.Next.GIVE_UP) {
            givenUp = deaths.reason();
            LOG.error("{} stops: {}", service, givenUp, e);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
        LOG.error("{}: a stream thread died and is replaced", service, e);
        if (next == ThreadDeaths.Next.REPLACE_LATER) {
            pause();
        }
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    /** Stops at once: the tasks' further checkpoints would look like whole state. */
    private void onStateLost(String changelogs) {
        String mistake = StateCheck.message(application, changelogs + " while the service ran");
        givenUp = mistake;
        LOG.error("{} stops: {}", service, mistake);
        KafkaStreams running = streams;
        if (running != null) {
            running.close(Duration.ZERO);
        }
    }

    private void pause() {
        try {
            listening.pause(RETRY_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String cannotWrite() {
        return "state directory " + stateDirectory.toAbsolutePath()
                + " cannot be written: name another directory, or change its permissions";
    }
}
