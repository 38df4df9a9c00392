package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.BatchHeaders;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Batches of lines for the storage writer, distributed over the partitions in turn. */
final class StorageBatches {
    /** The first timestamp, in nanoseconds since the epoch. */
    static final long T = 1_700_000_000_000_000_000L;

    private final TestTopics records;
    private final KafkaSettings kafka;
    private int made;

    StorageBatches(TestTopics records, KafkaSettings kafka) {
        this.records = records;
        this.kafka = kafka;
    }

    /** How many batches were created. */
    int made() {
        return made;
    }

    /** Sends batches of ten distinct lines each, with this field. */
    void sendMany(String measurement, String field, int batches) {
        for (int i = 0; i < batches; i++) {
            long first = T + made * 10L;
            send(IntStream.range(0, 10)
                    .mapToObj(n -> measurement + ",host=h" + n + " " + field + "=" + n + " " + (first + n))
                    .collect(Collectors.joining("\n")));
        }
    }

    void send(String lines) {
        records.send(record(lines));
    }

    /** Creates the next record without sending it. */
    ProducerRecord<byte[], byte[]> record(String lines) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                kafka.topics().storage(), made++ % kafka.partitions(), null, lines.getBytes(UTF_8));
        record.headers().add(BatchHeaders.lines((int) lines.lines().count()));
        return record;
    }
}
