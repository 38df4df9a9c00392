package io.weir.contract.streams;

import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * A producer whose every flush fails after Kafka did not take a record.
 *
 * <p>All tasks of a stream thread share a producer. Kafka Streams (4.3, {@code
 * RecordCollectorImpl}) keeps only the first failure, throws it in whichever task asks next, and
 * forgets it. While it closes the tasks, or even commits other ones, it flushes and saves the stores
 * of all of them. A task whose record was refused would save state that includes the record, and no
 * replay would write the record again. With this producer no task of the thread can save or commit
 * anything: the thread ends, and its tasks restart at the last commit.
 */
final class FailFastProducer extends KafkaProducer<byte[], byte[]> {

    private volatile @Nullable Exception failure;

    FailFastProducer(Map<String, Object> settings) {
        super(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
        return super.send(record, (metadata, exception) -> {
            if (exception != null) {
                failure = exception;
            }
            if (callback != null) {
                callback.onCompletion(metadata, exception);
            }
        });
    }

    /** @throws KafkaException if Kafka did not take a record since the producer was made */
    @Override
    public void flush() {
        super.flush();
        Exception failed = failure;
        if (failed != null) {
            throw new KafkaException("Kafka did not accept a record: " + failed.getMessage(), failed);
        }
    }
}
