package io.weir.contract.streams;

import io.weir.contract.topic.LeaderEpoch;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Adds the leader epoch of each record to its headers, because Kafka Streams hides it from processors.
 * Not thread-safe.
 */
final class LeaderEpochs {

    private int epoch;
    private @Nullable Header header;

    /** Replaces the header of the same name that a sender may have written. */
    void addTo(ConsumerRecords<byte[], byte[]> records) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            record.headers().remove(LeaderEpoch.NAME);
            if (record.leaderEpoch().isPresent()) {
                record.headers().add(of(record.leaderEpoch().get()));
            }
        }
    }

    /** One header serves all records of an epoch. */
    private Header of(int leaderEpoch) {
        Header last = header;
        if (last == null || epoch != leaderEpoch) {
            last = LeaderEpoch.header(leaderEpoch);
            header = last;
            epoch = leaderEpoch;
        }
        return last;
    }
}
