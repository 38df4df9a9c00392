package io.weir.benchmarks.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.benchmarks.harness.KafkaProcess;
import java.io.IOException;
import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** A topic in which each record is the sum of a counter, as a line with an integer. For one thread. */
final class CounterTopic implements Destination {
    private static final Duration WAIT = Duration.ofMillis(20);
    private static final String FIELD = " value=";

    private final KafkaConsumer<byte[], byte[]> consumer;
    private long sum;

    /** Creates the topic. */
    CounterTopic(KafkaProcess kafka, String name) throws IOException, InterruptedException {
        kafka.create(name);
        consumer = kafka.consumer();
        consumer.assign(consumer.partitionsFor(name).stream()
                .map(partition -> new TopicPartition(name, partition.partition()))
                .toList());
        consumer.seekToBeginning(consumer.assignment());
    }

    /** Returns the sum over all counters so far. */
    @Override
    public long metrics() {
        ConsumerRecords<byte[], byte[]> records = consumer.poll(WAIT);
        while (!records.isEmpty()) {
            for (ConsumerRecord<byte[], byte[]> record : records) {
                sum += count(new String(record.value(), UTF_8));
            }
            records = consumer.poll(WAIT);
        }
        return sum;
    }

    private static long count(String line) {
        int from = line.indexOf(FIELD) + FIELD.length();
        return Long.parseLong(line, from, line.indexOf('i', from), 10);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
