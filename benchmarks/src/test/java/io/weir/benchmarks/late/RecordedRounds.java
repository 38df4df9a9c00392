package io.weir.benchmarks.late;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.benchmarks.harness.KafkaProcess;
import io.weir.benchmarks.harness.Latencies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * The rounds in {@code weir.late}, by their times.
 *
 * @param delays nanoseconds from the time of a round until its rule's record, for each rule
 */
record RecordedRounds(SortedMap<Long, List<Long>> delays) {
    private static final TopicPartition TOPIC = new TopicPartition("weir.late", 0);
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Reads all that is there. */
    static RecordedRounds read(KafkaProcess kafka) {
        SortedMap<Long, List<Long>> delays = new TreeMap<>();
        try (KafkaConsumer<byte[], byte[]> consumer = kafka.consumer()) {
            consumer.assign(List.of(TOPIC));
            consumer.seekToBeginning(List.of(TOPIC));
            long end = consumer.endOffsets(List.of(TOPIC)).getOrDefault(TOPIC, 0L);
            while (consumer.position(TOPIC) < end) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                    if (record.value() == null) {
                        // The rounds of a removed rule.
                        continue;
                    }
                    String text = new String(record.value(), UTF_8);
                    long time = Long.parseLong(text.lines().findFirst().orElseThrow());
                    delays.computeIfAbsent(time, none -> new ArrayList<>())
                            .add((record.timestamp() - time) * NANOS_PER_MILLI);
                }
            }
        }
        return new RecordedRounds(delays);
    }

    /** Without the rounds before a time. */
    RecordedRounds from(long time) {
        return new RecordedRounds(delays.tailMap(time));
    }

    /** Without the rounds from a time on. */
    RecordedRounds until(long time) {
        return new RecordedRounds(delays.headMap(time));
    }

    /** The number of records. */
    long records() {
        return delays.values().stream().mapToLong(List::size).sum();
    }

    /** The latency of each rule in each round. */
    Latencies ofRules() {
        return latencies(delays.values().stream().flatMap(List::stream).toList());
    }

    /** The latency of the slowest rule in each round. */
    Latencies ofRounds() {
        return latencies(delays.values().stream()
                .map(round -> round.stream().mapToLong(Long::longValue).max().orElseThrow())
                .toList());
    }

    private static Latencies latencies(List<Long> nanos) {
        return Latencies.of(nanos.stream().mapToLong(Long::longValue).toArray());
    }
}
