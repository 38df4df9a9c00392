package io.weir.relay.message;

import io.weir.relay.sink.Message;
import io.weir.relay.sink.Refusals;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Turns a record of a topic into messages. */
public interface RecordReader {

    /** Adds the messages of a record in its order; reports what cannot be relayed. */
    void read(ConsumerRecord<byte[], byte[]> from, List<Message> to, Refusals refusals);

    /** The name of a record, which is the beginning of the id of its messages. */
    static String name(ConsumerRecord<byte[], byte[]> record) {
        return record.topic() + "/" + record.partition() + "/" + record.offset();
    }
}
