package io.weir.contract.rulebook;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.consumer.ConsumerSettings;
import io.weir.contract.rule.RuleText;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StartException;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes a version of the rules: first the new tables, then the file, then a marker in every
 * partition of {@code metrics.raw}, and last the record that makes the version active.
 *
 * <p>Before the first marker it writes that publishing is in progress, and deletes that record at
 * the end. If it ends in between, no version counts as active; publishing any version then makes
 * all partitions agree. Two concurrent publishers may leave partitions with different rules until
 * the next version: run only one.
 *
 * <p>Not thread-safe.
 */
public final class RulePublisher {

    private static final int ANSWER_WITHIN_MILLIS = 10_000;
    private static final Duration ANSWER_WITHIN = Duration.ofMillis(ANSWER_WITHIN_MILLIS);
    private static final byte[] NO_LINES = {};

    private final KafkaSettings kafka;
    private final Topics topics;
    private final PublishedRules published;

    /** Connects at the first request. */
    public RulePublisher(KafkaSettings kafka) {
        this.kafka = kafka;
        this.topics = kafka.topics();
        this.published = new PublishedRules(topics.rules());
    }

    /**
     * The active version; empty if none was published yet, or if a publisher ended before all
     * partitions had its version.
     *
     * @throws StartException if the topics do not exist
     * @throws KafkaException if Kafka does not answer
     */
    public Optional<String> active() {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            requireTopic(consumer, topics.rules());
            published.readToEnd(consumer, ANSWER_WITHIN);
            return published.active();
        }
    }

    /**
     * Publishes a valid rule file with its tables; returns once Kafka has stored all of it.
     *
     * @throws StartException if the topics do not exist
     * @throws KafkaException if Kafka does not store it; publishing it again is harmless
     */
    public void publish(RuleText rules) {
        List<Integer> partitions;
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            requireTopic(consumer, topics.rules());
            partitions = requireTopic(consumer, topics.raw());
            published.readToEnd(consumer, ANSWER_WITHIN);
        }
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            String version = rules.rules().version();
            byte[] name = version.getBytes(UTF_8);
            List<Future<?>> content = new ArrayList<>();
            ProducerRecord<byte[], byte[]> file = keyed(RuleKeys.ofFile(version), rules.bytes());
            rules.tables().forEach((table, bytes) -> {
                String key = RuleKeys.ofTable(table, bytes);
                file.headers().add(RuleKeys.TABLE_HEADER, key.getBytes(UTF_8));
                if (!published.hasTable(key)) {
                    content.add(producer.send(keyed(key, PackedTable.pack(bytes))));
                }
            });
            content.add(producer.send(file));
            content.add(producer.send(keyed(RuleKeys.PUBLISHING, name)));
            await(content);
            List<Future<?>> markers = new ArrayList<>();
            for (int partition : partitions) {
                ProducerRecord<byte[], byte[]> marker = new ProducerRecord<>(topics.raw(), partition, null, NO_LINES);
                marker.headers().add(BatchHeaders.rules(version));
                markers.add(producer.send(marker));
            }
            await(markers);
            await(List.of(producer.send(keyed(RuleKeys.ACTIVE, name))));
            await(List.of(producer.send(keyed(RuleKeys.PUBLISHING, null))));
        }
    }

    private List<Integer> requireTopic(KafkaConsumer<byte[], byte[]> consumer, String topic) {
        var known = consumer.partitionsFor(topic, ANSWER_WITHIN);
        if (known == null || known.isEmpty()) {
            throw new StartException("no topic " + topic + " at " + kafka.bootstrap()
                    + ": start a service of Weir there first, or name another Kafka or prefix");
        }
        return known.stream().map(partition -> partition.partition()).toList();
    }

    private ProducerRecord<byte[], byte[]> keyed(String key, byte @Nullable [] value) {
        return new ProducerRecord<>(topics.rules(), 0, key.getBytes(UTF_8), value);
    }

    private static void await(List<? extends Future<?>> sent) {
        for (Future<?> each : sent) {
            try {
                each.get();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e.getCause());
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            }
        }
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        return ConsumerSettings.follower(kafka)
                .with(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS)
                .open();
    }

    private KafkaProducer<byte[], byte[]> producer() {
        Map<String, Object> settings = kafka.clientProperties();
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Topics.MAX_RULES_BYTES);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS / 2);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, ANSWER_WITHIN_MILLIS);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
