package io.weir.contract.streams;

import io.weir.contract.topic.LeaderEpoch;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Adds the leader epoch of each record to its headers, because Kafka Streams hides it from processors. */
public final class LeaderEpochs implements ConsumerInterceptor<byte[], byte[]> {

    private int epoch;
    private @Nullable Header header;

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            record.headers().remove(LeaderEpoch.NAME);
            if (record.leaderEpoch().isPresent()) {
                record.headers().add(of(record.leaderEpoch().get()));
            }
        }
        return records;
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

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> settings) {}
}
