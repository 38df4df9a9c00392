package io.weir.relay;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.consumer.ConsumerSettings;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.contract.service.RejectedRecords;
import io.weir.contract.service.Worker;
import io.weir.relay.message.AlarmReader;
import io.weir.relay.message.BatchReader;
import io.weir.relay.message.Feed;
import io.weir.relay.message.RecordReader;
import io.weir.relay.sink.RelayMeters;
import io.weir.relay.sink.Sink;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A sink with a thread and a consumer group of its own. Several instances share the partitions.
 */
final class Relay {
    private static final Logger LOG = LoggerFactory.getLogger(Relay.class);

    private static final String PREFIX = "weir-relay-";
    private static final long RETRY_AFTER_MILLIS = 1_000;
    private static final long FINISH_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final SinkConfig config;
    private final KafkaSettings kafka;
    private final RelayMeters meters;
    private final RelayRefusals refusals;
    private final MissedRecords missed;
    private final Sink sink;
    private final Worker worker;
    private volatile @Nullable RelayLoop loop;
    private volatile @Nullable KafkaConsumer<byte[], byte[]> reading;
    private volatile @Nullable String broken;

    /**
     * Creates the relay without connecting; {@link #start} connects.
     *
     * @param missed reports records that Kafka deleted before they were relayed
     */
    Relay(
            SinkConfig config,
            KafkaSettings kafka,
            MeterRegistry registry,
            RejectedRecords rejected,
            MissedRecords missed) {
        this.config = config;
        this.kafka = kafka;
        this.missed = missed;
        meters = new RelayMeters(registry, config.name());
        meters.lag(this::lag);
        refusals = new RelayRefusals(config.name(), meters, rejected);
        sink = config.destination().open(config.name(), kafka);
        worker = new Worker(PREFIX + config.name(), this::run);
    }

    /** Starts the thread and returns immediately. Call it once, after the topics exist. */
    void start() {
        worker.start();
    }

    /** Ready while the sink accepts messages; callable from any thread. */
    Health health() {
        String dead = broken;
        if (dead != null) {
            return Health.dead(dead);
        }
        RelayLoop running = loop;
        return running == null ? Health.waiting("sink " + config.name() + " waits for its topics") : running.health();
    }

    private long lag() {
        RelayLoop running = loop;
        return running == null ? 0 : running.lag();
    }

    /** Asks the thread to end; {@link #join} waits for it. */
    void end() {
        worker.end();
        KafkaConsumer<byte[], byte[]> consumer = reading;
        if (consumer != null) {
            consumer.wakeup();
        }
    }

    /** Waits for the end. Interrupts a delivery in progress; the next start repeats it. */
    void join(long deadlineNanos) {
        worker.join(millisUntil(deadlineNanos - FINISH_WITHIN_NANOS));
        worker.interrupt();
        worker.join(millisUntil(deadlineNanos - FINISH_WITHIN_NANOS / 2));
        sink.cancel();
        worker.join(millisUntil(deadlineNanos));
    }

    private static long millisUntil(long nanos) {
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos - System.nanoTime()));
    }

    private void run() throws InterruptedException {
        try {
            while (!worker.isEnding()) {
                relayUntilFailure();
            }
        } catch (RuntimeException e) {
            LOG.error("sink {} failed; it receives no more messages", config.name(), e);
            broken = "sink " + config.name() + " failed: " + e;
        } finally {
            sink.close();
        }
    }

    private void relayUntilFailure() throws InterruptedException {
        try {
            relay(ConsumerSettings.member(kafka, PREFIX + config.name())
                    .committedOnly()
                    .open());
        } catch (WakeupException e) {
            LOG.debug("stopping");
        } catch (KafkaException e) {
            LOG.warn("sink {}: its topics cannot be read; retrying: {}", config.name(), e.toString());
            worker.pause(RETRY_AFTER_MILLIS);
        }
    }

    private void relay(KafkaConsumer<byte[], byte[]> consumer) throws InterruptedException {
        RelayLoop running =
                new RelayLoop(config.name(), config.begin(), consumer, missed, readers(), sink, refusals, meters);
        reading = consumer;
        loop = running;
        try {
            running.join();
            while (!worker.isEnding()) {
                running.turn();
            }
        } finally {
            leave(running);
        }
    }

    private Map<String, RecordReader> readers() {
        Map<String, RecordReader> readers = new HashMap<>();
        for (Feed feed : config.feeds()) {
            readers.put(
                    feed.topic(kafka.topics()),
                    feed.isAlarms()
                            ? new AlarmReader(config.destination().route())
                            : new BatchReader(config.destination().route(), config.layout(), config.measurements()));
        }
        return readers;
    }

    /** The interrupt was meant for the delivery; Kafka's client would react to it too. */
    private static void leave(RelayLoop running) {
        boolean wasInterrupted = Thread.interrupted();
        running.leave();
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
