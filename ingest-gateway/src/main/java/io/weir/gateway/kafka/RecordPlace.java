package io.weir.gateway.kafka;

import java.net.SocketAddress;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A record as the sender of its lines; as text {@code topic/partition@offset}. */
public final class RecordPlace extends SocketAddress {
    private static final long serialVersionUID = 1;

    private final String topic;
    private final int partition;
    private final long offset;

    /** The place of a record. */
    public RecordPlace(ConsumerRecord<?, ?> record) {
        this.topic = record.topic();
        this.partition = record.partition();
        this.offset = record.offset();
    }

    /** The topic of the record. */
    public String topic() {
        return topic;
    }

    @Override
    public String toString() {
        return topic + "/" + partition + "@" + offset;
    }
}
