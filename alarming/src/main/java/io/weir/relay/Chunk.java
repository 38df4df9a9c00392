package io.weir.relay;

import io.weir.relay.message.RecordReader;
import io.weir.relay.sink.Message;
import io.weir.relay.sink.Refusals;
import io.weir.relay.sink.Sink;
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
    private int records;

    /** Takes records until there are enough messages. Refuses those that the sink will never accept. */
    void fill(
            Deque<ConsumerRecord<byte[], byte[]>> waiting,
            Function<String, RecordReader> readers,
            Sink sink,
            Refusals refusals) {
        long bytes = 0;
        while (!waiting.isEmpty() && messages.size() < MOST_MESSAGES && bytes < MOST_BYTES) {
            ConsumerRecord<byte[], byte[]> record = waiting.remove();
            int before = messages.size();
            readers.apply(record.topic()).read(record, messages, refusals);
            messages.subList(before, messages.size()).removeIf(message -> isRefused(message, sink, refusals));
            records++;
            bytes += Math.max(0, record.serializedValueSize());
            next.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
        }
    }

    private static boolean isRefused(Message message, Sink sink, Refusals refusals) {
        String wrong = sink.wrong(message);
        if (!wrong.isEmpty()) {
            refusals.refuse(message.id(), message.bytes(), wrong);
        }
        return !wrong.isEmpty();
    }

    /** The messages that are not refused; a delivery may remove more. */
    List<Message> messages() {
        return messages;
    }

    /** The number of records that it has taken. */
    int records() {
        return records;
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
        records = 0;
        next.clear();
        messages.clear();
    }
}
