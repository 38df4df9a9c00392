package io.weir.benchmarks.harness;

import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Sends records without waiting; {@link #close} waits for all and throws if one failed. For one
 * thread.
 */
public final class Sender implements AutoCloseable {
    private final KafkaProducer<byte[], byte[]> producer;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

    /** Connects immediately. */
    public Sender(KafkaProcess kafka) {
        producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        kafka.bootstrap(),
                        ProducerConfig.COMPRESSION_TYPE_CONFIG,
                        "lz4",
                        ProducerConfig.LINGER_MS_CONFIG,
                        1,
                        ProducerConfig.BATCH_SIZE_CONFIG,
                        512 << 10),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** Sends a record without waiting. */
    public void send(ProducerRecord<byte[], byte[]> record) {
        // The callback receives failures.
        var unused = producer.send(record, (done, error) -> {
            if (error != null) {
                failure.compareAndSet(null, error);
            }
        });
    }

    @Override
    public void close() {
        producer.close();
        Exception cause = failure.get();
        if (cause != null) {
            throw new KafkaException("not all of the log could be written", cause);
        }
    }
}
