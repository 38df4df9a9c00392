package io.weir.benchmarks.processing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.benchmarks.harness.KafkaProcess;
import io.weir.benchmarks.harness.MetricLog;
import io.weir.contract.line.LineReader;
import io.weir.contract.topic.Topics;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads all results in {@code metrics.storage}, which contains nothing else, and adds them to the
 * ledger.
 */
final class StoredWindows {
    private static final String TOPIC = new Topics("").storage();
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final byte[] COUNT = "value_count".getBytes(US_ASCII);

    private final KafkaProcess kafka;
    private final WindowLedger ledger;
    private final LineReader line = new LineReader();

    StoredWindows(KafkaProcess kafka, WindowLedger ledger) {
        this.kafka = kafka;
        this.ledger = ledger;
    }

    /** Reads until nothing is missing, or nothing has arrived for a long time. */
    void read() {
        try (KafkaConsumer<byte[], byte[]> consumer = kafka.consumer()) {
            List<TopicPartition> partitions = consumer.partitionsFor(TOPIC).stream()
                    .map(partition -> new TopicPartition(TOPIC, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            long cameNanos = System.nanoTime();
            while (ledger.missing() > 0 && System.nanoTime() - cameNanos < PATIENCE.toNanos()) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    cameNanos = System.nanoTime();
                    add(record.value());
                }
            }
            // Everything after the last expected result is a duplicate.
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
                consumer.poll(POLL).forEach(record -> add(record.value()));
            }
        }
    }

    private void add(byte[] batch) {
        line.wrap(batch, 0, batch.length);
        while (line.next()) {
            ledger.told(MetricLog.seriesOf(line), line.timestamp(), line.longValue(count()));
        }
    }

    /** Returns the index of the field with the count of values in the current line. */
    private int count() {
        int field = 0;
        while (!Arrays.equals(
                line.bytes(), line.fieldKeyStart(field), line.fieldKeyEnd(field), COUNT, 0, COUNT.length)) {
            field++;
        }
        return field;
    }
}
