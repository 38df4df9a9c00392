package io.weir.relay;

import io.weir.relay.message.RecordReader;
import io.weir.relay.sink.Message;
import io.weir.relay.sink.Refusals;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** The records that are delivered together, and their messages. Used by one thread. */
final class Chunk {
    private static final int MOST_MESSAGES = 2_000;
    private static final long MOST_BYTES = 4L << 20;

    private final Map<TopicPartition, Long> next = new HashMap<>();
    private final List<Message> messages = new ArrayList<>();

    /** Takes records until there are enough messages. */
    void fill(
            Deque<ConsumerRecord<byte[], byte[]>> waiting, Function<String, RecordReader> readers, Refusals refusals) {
        long bytes = 0;
        while (!waiting.isEmpty() && messages.size() < MOST_MESSAGES && bytes < MOST_BYTES) {
            ConsumerRecord<byte[], byte[]> record = waiting.remove();
            readers.apply(record.topic()).read(record, messages, refusals);
            bytes += Math.max(0, record.serializedValueSize());
            next.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
        }
    }

    List<Message> messages() {
        return messages;
    }

    boolean isEmpty() {
        return next.isEmpty();
    }

    /** Whether it has records of any of these partitions. */
    boolean isOf(Collection<TopicPartition> partitions) {
        return next.keySet().stream().anyMatch(partitions::contains);
    }

    /** Passes on each partition with the offset after its last record, and empties the chunk. */
    void finish(ObjLongConsumer<TopicPartition> done) {
        next.forEach(done::accept);
        clear();
    }

    void clear() {
        next.clear();
        messages.clear();
    }
}
