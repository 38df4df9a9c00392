package io.weir.writer.tier;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.service.KafkaSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Appends marks to {@code weir.tiers}, with the name of their target as key. Thread-safe. */
final class MarkSender implements AutoCloseable {
    private static final int BLOCK_MILLIS = 2_000;
    private static final int LOOK_EVERY_MILLIS = 2;

    private final String topic;
    private final byte[] key;
    private final Producer<byte[], byte[]> producer;

    MarkSender(String target, KafkaSettings kafka) {
        this.topic = kafka.topics().tiers();
        this.key = target.getBytes(UTF_8);
        Map<String, Object> settings = kafka.clientProperties();
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "weir-writer-tiers-" + target);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, BLOCK_MILLIS);
        producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * Returns once Kafka has all marks. If it fails, send them again; duplicates do no harm.
     *
     * @param stop stops waiting once it is open
     * @return whether Kafka has them: false if stopped
     */
    boolean send(Collection<Mark> marks, CountDownLatch stop) throws InterruptedException, ExecutionException {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        for (byte[] record : Mark.records(marks)) {
            sent.add(producer.send(new ProducerRecord<>(topic, 0, key, record)));
        }
        for (Future<RecordMetadata> each : sent) {
            while (!each.isDone()) {
                if (stop.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                    return false;
                }
            }
            each.get();
        }
        return true;
    }

    /** Abandons marks that are not safe yet. */
    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
