package io.weir.standalone.cluster;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Measures the longest time without records in any partition of a topic, as a consumer sees it. */
final class Pauses implements AutoCloseable {

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<TopicPartition, Long> lastNanos = new HashMap<>();
    private final Thread thread = new Thread(this::watch, "pauses");
    private volatile boolean isClosing;
    private long longestNanos;

    /** Measures from now on. */
    Pauses(String bootstrap, String topic) {
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap, "metadata.max.age.ms", 1_000),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(partition -> lastNanos.put(partition, System.nanoTime()));
        thread.start();
    }

    private void watch() {
        while (!isClosing) {
            var records = consumer.poll(Duration.ofMillis(50));
            synchronized (this) {
                long now = System.nanoTime();
                records.partitions().forEach(partition -> lastNanos.put(partition, now));
                lastNanos.values().forEach(last -> longestNanos = Math.max(longestNanos, now - last));
            }
        }
        consumer.close();
    }

    /** The longest pause of any partition since the previous call. */
    synchronized Duration longest() {
        Duration longest = Duration.ofMillis(TimeUnit.NANOSECONDS.toMillis(longestNanos));
        longestNanos = 0;
        return longest;
    }

    @Override
    public void close() {
        isClosing = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
