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

/** Notes, in their order, what a stream thread's producer sends and gets acknowledged, and what its consumer commits. */
public final class CommitEvents implements ProducerInterceptor<byte[], byte[]>, ConsumerInterceptor<byte[], byte[]> {

    /** What happened; {@code topic} is that of a send or an acknowledgement, the offset's for a commit. */
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
        // Nothing is held.
    }

    @Override
    public void configure(Map<String, ?> configs) {
        // Nothing to configure.
    }
}
