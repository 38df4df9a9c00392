package io.weir.standalone.crash;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Records, in order, the sends and acknowledgements of a stream thread's producer and the commits
 * of its consumer.
 */
public final class CommitEvents implements ProducerInterceptor<byte[], byte[]>, ConsumerInterceptor<byte[], byte[]> {

    /** An event; {@code topic} is that of the record, or of the committed offset. */
    record Event(Kind kind, String topic) {}

    enum Kind {
        SENT,
        ACKNOWLEDGED,
        COMMITTED
    }

    private static final List<Event> EVENTS = Collections.synchronizedList(new ArrayList<>());

    static List<Event> events() {
        synchronized (EVENTS) {
            return List.copyOf(EVENTS);
        }
    }

    @Override
    public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
        EVENTS.add(new Event(Kind.SENT, record.topic()));
        return record;
    }

    @Override
    public void onAcknowledgement(RecordMetadata metadata, Exception exception) {
        EVENTS.add(new Event(Kind.ACKNOWLEDGED, metadata.topic()));
    }

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
        return records;
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
        offsets.keySet().forEach(partition -> EVENTS.add(new Event(Kind.COMMITTED, partition.topic())));
    }

    @Override
    public void close() {
        // Nothing to release.
    }

    @Override
    public void configure(Map<String, ?> configs) {
        // Nothing to configure.
    }
}
