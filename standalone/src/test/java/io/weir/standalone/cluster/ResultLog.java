package io.weir.standalone.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.standalone.cluster.GroupOracle.Window;
import io.weir.standalone.cluster.RevisionOracle.Seen;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The results of a rule in {@code metrics.storage}, where a revised result does not replace the first
 * one. After a crash, processing may send the same results again.
 */
final class ResultLog {

    private static final List<String> FIELDS = List.of("n_sum", "n_max", "sources", "held", "samples");
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final String prefix;
    private final Map<Window, Seen> results = new TreeMap<>();

    private ResultLog(String measurement) {
        prefix = measurement + ",rack=";
    }

    /** Reads the topic from its beginning to its present end. */
    static Map<Window, Seen> read(String bootstrap, String measurement) {
        ResultLog log = new ResultLog(measurement);
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap, "auto.offset.reset", "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(Farm.TOPICS.storage()).stream()
                    .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                    .toList();
            consumer.assign(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> new String(record.value(), UTF_8)
                        .lines()
                        .filter(line -> line.startsWith(log.prefix))
                        .forEach(log::add));
            }
        }
        return log.results;
    }

    private void add(String line) {
        String[] parts = line.split(" ");
        Map<String, String> fields = new TreeMap<>();
        for (String field : parts[1].split(",")) {
            String[] keyAndValue = field.split("=");
            fields.put(keyAndValue[0], keyAndValue[1].replaceAll("i$", ""));
        }
        Window window = new Window(parts[0].substring(prefix.length()), Long.parseLong(parts[2]) / NANOS_PER_MILLI);
        Seen seen = results.computeIfAbsent(window, unseen -> new Seen());
        List<String> which = fields.containsKey("revision") ? seen.revised() : seen.first();
        String result = String.join(
                " ",
                FIELDS.stream().map(field -> fields.getOrDefault(field, "null")).toList());
        if (!which.contains(result)) {
            which.add(result);
        }
    }
}
