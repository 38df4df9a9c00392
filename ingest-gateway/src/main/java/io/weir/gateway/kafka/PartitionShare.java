package io.weir.gateway.kafka;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StartException;
import io.weir.contract.service.Worker;
import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Divides work among the gateways of a consumer group: whose is a partition of {@code metrics.raw},
 * whose is the work with that hash. The group reads nothing. Keeps its part while Kafka is not
 * available, so that the work goes on. Any thread may ask.
 */
public final class PartitionShare implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionShare.class);
    /** The shortest that brokers accept. A killed gateway's part is taken over after this time. */
    private static final int SESSION_MILLIS = 6_000;

    private static final int HEARTBEAT_MILLIS = 1_000;
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration LIST_WITHIN = Duration.ofSeconds(5);
    private static final long PAUSE_MILLIS = 1_000;
    private static final long CLOSE_WITHIN_MILLIS = 3_000;
    private static final CloseOptions CLOSE_CONSUMER = CloseOptions.timeout(Duration.ofSeconds(2));

    private final String input;
    private final String topic;
    private final String group;
    private final int partitions;
    private final Map<String, Object> settings;
    private final Worker worker;
    private volatile BitSet own = new BitSet();
    private String logged = "";

    private PartitionShare(String input, String group, KafkaSettings kafka) {
        this.input = input;
        this.group = group;
        this.topic = kafka.topics().raw();
        this.partitions = kafka.partitions();
        this.settings = settings(input, group, kafka);
        this.worker = new Worker("weir-gateway-" + input + "-share", this::run);
    }

    /**
     * Joins the group once Kafka and the topic are available.
     *
     * @throws StartException if the settings are not valid for a Kafka consumer
     */
    public static PartitionShare join(String input, String group, KafkaSettings kafka) {
        PartitionShare share = new PartitionShare(input, group, kafka);
        try {
            new ConsumerConfig(share.settings);
        } catch (ConfigException e) {
            throw new StartException("input " + input + " cannot share its work: " + e.getMessage());
        }
        share.worker.start();
        return share;
    }

    private static Map<String, Object> settings(String input, String group, KafkaSettings kafka) {
        Map<String, Object> settings = new HashMap<>(kafka.clientProperties());
        settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_MILLIS);
        settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, HEARTBEAT_MILLIS);
        settings.put(
                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                List.of(CooperativeStickyAssignor.class.getName()));
        settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "weir-gateway-" + input + "-share");
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return settings;
    }

    /** Whether work with this hash belongs to this gateway. Never blocks. */
    public boolean has(long hash) {
        return own.get(SeriesHash.partition(hash, partitions));
    }

    private void run() throws InterruptedException {
        // A failure is from Kafka, or unexpected: for both, join again.
        worker.retrying(this::belong, this::logFailure, PAUSE_MILLIS);
    }

    private void belong() throws InterruptedException {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings);
        try {
            while (!worker.isEnding() && !consumer.listTopics(LIST_WITHIN).containsKey(topic)) {
                worker.pause(PAUSE_MILLIS);
            }
            consumer.subscribe(List.of(topic), new Paused(consumer));
            while (!worker.isEnding()) {
                consumer.poll(POLL);
            }
        } finally {
            own = new BitSet();
            consumer.close(CLOSE_CONSUMER);
        }
    }

    /** Pauses each assigned partition, so that its records are not read. */
    private final class Paused implements ConsumerRebalanceListener {
        private final KafkaConsumer<byte[], byte[]> consumer;

        Paused(KafkaConsumer<byte[], byte[]> consumer) {
            this.consumer = consumer;
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
            consumer.pause(assigned);
            change(assigned, true);
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
            change(revoked, false);
        }
    }

    private void change(Collection<TopicPartition> changed, boolean isOwn) {
        BitSet now = (BitSet) own.clone();
        changed.forEach(partition -> now.set(partition.partition(), isOwn));
        own = now;
        logged = "";
        if (!changed.isEmpty()) {
            LOG.info(
                    "input {} has {} of {} parts of the work of group={}", input, now.cardinality(), partitions, group);
        }
    }

    private void logFailure(Exception e) {
        String why = String.valueOf(e.getMessage());
        if (!why.equals(logged)) {
            LOG.warn("input {} cannot join group={} and retries", input, group, e);
            logged = why;
        }
    }

    /** Leaves the group, so that others take the work over immediately. */
    @Override
    public void close() {
        worker.end();
        worker.join(CLOSE_WITHIN_MILLIS);
    }

    @Override
    public String toString() {
        return group;
    }
}
