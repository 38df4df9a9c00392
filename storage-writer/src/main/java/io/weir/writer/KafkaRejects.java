package io.weir.writer;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.Rejection;
import io.weir.contract.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
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
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps rejected lines in {@code metrics.rejected}. Thread-safe, but each collector
 * ({@link #shelf}) belongs to one thread.
 */
final class KafkaRejects implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaRejects.class);
    private static final String STAGE = "writer";
    private static final int BLOCK_MILLIS = 2_000;
    private static final int POLL_MILLIS = 2;

    private final Producer<byte[], byte[]> producer;
    private final Topics topics;
    private final WriterMeters meters;

    KafkaRejects(KafkaSettings kafka, WriterMeters meters) {
        this.topics = kafka.topics();
        this.meters = meters;
        Map<String, Object> settings = kafka.clientProperties();
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "weir-writer-rejects");
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, BLOCK_MILLIS);
        // Offsets wait for rejected lines, so the producer never gives up on the broker.
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
        producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Returns a new collector, for one thread, of rejected lines from this topic. */
    Rejects shelf(String topic) {
        return new Shelf(topic);
    }

    /** Abandons lines that are not safe yet. */
    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }

    private final class Shelf implements Rejects {
        private final String topic;
        private final List<ProducerRecord<byte[], byte[]>> kept = new ArrayList<>();

        Shelf(String topic) {
            this.topic = topic;
        }

        @Override
        public void keep(byte[] line, String reason, String source) {
            Rejection rejection = new Rejection(STAGE, reason, topic + "/" + source, -1);
            kept.add(rejection.of(line, topics, System.currentTimeMillis()));
        }

        @Override
        public void forget() {
            kept.clear();
        }

        @Override
        public boolean flush(CountDownLatch stop) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            try {
                for (ProducerRecord<byte[], byte[]> line : kept) {
                    while (!isSent(line, sent)) {
                        if (stop.getCount() == 0) {
                            return false;
                        }
                    }
                }
                for (Future<RecordMetadata> line : sent) {
                    if (!isSafe(line, stop)) {
                        return false;
                    }
                }
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            } finally {
                kept.clear();
            }
        }
    }

    /**
     * Returns false if the producer had no room or no broker, so that the call must be repeated.
     */
    private boolean isSent(ProducerRecord<byte[], byte[]> line, List<Future<RecordMetadata>> sent) {
        try {
            sent.add(producer.send(line));
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (KafkaException e) {
            lost(e);
            return true;
        }
    }

    private boolean isSafe(Future<RecordMetadata> line, CountDownLatch stop) throws InterruptedException {
        while (!line.isDone()) {
            if (stop.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                return false;
            }
        }
        try {
            line.get();
        } catch (ExecutionException e) {
            lost(e.getCause());
        }
        return true;
    }

    /**
     * Handles lines that Kafka rejects permanently, such as one above the record limit. Waiting
     * would block everything else.
     */
    private void lost(@Nullable Throwable failure) {
        meters.rejectLost();
        LOG.error(
                "a rejected line is lost, because Kafka refused it topic={} reason={}",
                topics.rejected(),
                String.valueOf(failure));
    }
}
