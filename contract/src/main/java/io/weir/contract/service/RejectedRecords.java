package io.weir.contract.service;

import io.weir.contract.topic.Rejection;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to {@code metrics.rejected} outside of the transactions and tasks of a service, so that
 * its records survive an abort. After a crash, records may be repeated. Connects to Kafka at the
 * first record, which normally never occurs. Thread-safe.
 */
public final class RejectedRecords implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RejectedRecords.class);

    private static final int BLOCK_MILLIS = 1_000;
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(1);

    private final String service;
    private final KafkaSettings kafka;
    private @Nullable Producer<byte[], byte[]> producer;
    private boolean isClosed;

    /** Does not connect yet. */
    public RejectedRecords(String service, KafkaSettings kafka) {
        this.service = service;
        this.kafka = kafka;
    }

    /**
     * Sends some bytes with the reason for their rejection. Does not wait for Kafka; logs a
     * failure.
     */
    public synchronized void send(Rejection why, byte[] bytes) {
        if (isClosed) {
            return;
        }
        if (producer == null) {
            Map<String, Object> settings = kafka.clientProperties();
            settings.put(ProducerConfig.CLIENT_ID_CONFIG, service + "-rejected");
            settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, BLOCK_MILLIS);
            producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        }
        var unused = producer.send(why.of(bytes, kafka.topics(), System.currentTimeMillis()), (written, e) -> {
            if (e != null) {
                LOG.warn("{}: metrics.rejected lacks a record ({})", service, why, e);
            }
        });
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        if (producer != null) {
            producer.close(CLOSE_WITHIN);
        }
    }
}
