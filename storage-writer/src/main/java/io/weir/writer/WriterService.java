package io.weir.writer;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.service.Health;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Service;
import io.weir.contract.service.TopicsWait;
import io.weir.contract.service.Worker;
import io.weir.contract.topic.Topics;
import io.weir.writer.store.Store;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The storage writer: waits for Kafka and the store, then loads the one into the other until closed. */
public final class WriterService implements Service {
    private static final Logger LOG = LoggerFactory.getLogger(WriterService.class);
    private static final String NAME = "writer";
    private static final long PAUSE_MILLIS = 1_000;
    private static final long CLOSE_MILLIS = 4_500;

    private final WriterConfig config;
    private final KafkaSettings kafka;
    private final WriterMeters meters;
    private final StoreState store;
    private final TopicsWait topics;
    private final Worker worker = new Worker("weir-writer", this::run);
    private volatile @Nullable StorageLoop loop;
    private volatile @Nullable String kafkaTrouble;
    private volatile @Nullable String broken;

    /** Opens and connects nothing before {@link #start}. */
    public WriterService(WriterConfig config, KafkaSettings kafka, MeterRegistry meters) {
        this.config = config;
        this.kafka = kafka;
        this.meters = new WriterMeters(meters);
        this.store = new StoreState(config.store().text());
        this.topics = new TopicsWait(NAME, kafka, worker::start);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void start() {
        LOG.info("start store={} kafka={}", config.store().text(), kafka.bootstrap());
        topics.start();
    }

    @Override
    public Health health() {
        Health start = topics.health();
        String dead = broken;
        if (dead != null) {
            return Health.dead(dead);
        }
        StorageLoop running = loop;
        if (!start.ready() || running == null) {
            return start.ready() ? Health.waiting("starting") : start;
        }
        String trouble = kafkaTrouble;
        if (trouble != null || !running.hasJoined()) {
            return Health.waiting(trouble != null ? "Kafka: " + trouble : "waits for its partitions");
        }
        trouble = store.trouble();
        return trouble == null ? Health.running() : Health.waiting(trouble);
    }

    @Override
    public void close() {
        worker.end();
        topics.close();
        StorageLoop running = loop;
        if (running != null) {
            running.wakeUp();
        }
        worker.join(CLOSE_MILLIS);
    }

    private void run() throws InterruptedException {
        try (Store opened = config.store().open(config.token(), java.time.Duration.ofSeconds(30));
                KafkaRejects rejects = new KafkaRejects(kafka, meters)) {
            Delivery delivery = new Delivery(opened, rejects, store, meters);
            try (Lane lane = new Lane(delivery::deliver, opened::cancel)) {
                run(lane);
            }
        } catch (RuntimeException | Error e) {
            LOG.error("writer broke", e);
            broken = "broke: " + e;
        }
    }

    private void run(Lane lane) throws InterruptedException {
        StorageLoop running = new StorageLoop(
                new KafkaConsumer<>(consumerSettings(), new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                kafka.topics().storage(),
                lane,
                config,
                () -> store.trouble() != null);
        loop = running;
        try {
            running.join();
            while (!worker.isEnding()) {
                turn(running);
            }
        } finally {
            running.leave();
        }
    }

    private void turn(StorageLoop running) throws InterruptedException {
        try {
            running.turn();
            kafkaTrouble = null;
        } catch (WakeupException e) {
            LOG.debug("told to end");
        } catch (KafkaException e) {
            if (kafkaTrouble == null) {
                LOG.warn("Kafka refuses reason={}; trying on", e.toString());
            }
            kafkaTrouble = e.toString();
            worker.pause(PAUSE_MILLIS);
        }
    }

    private Map<String, Object> consumerSettings() {
        Map<String, Object> settings = kafka.clientProperties();
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, kafka.topics().prefix() + "weir-writer");
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "weir-writer");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        // Eager on purpose: all partitions are revoked together, so that a body never has some that stay.
        settings.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, RangeAssignor.class.getName());
        // The shortest a broker allows by default: after a kill the partitions wait this long for their old owner.
        settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 6_000);
        settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 1_500);
        // Few at a time: a body may exceed its limit by one poll.
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 16);
        settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, Topics.MAX_RECORD_BYTES);
        settings.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 2 * Topics.MAX_RECORD_BYTES);
        return settings;
    }
}
