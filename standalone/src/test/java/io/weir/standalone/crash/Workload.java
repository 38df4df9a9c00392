package io.weir.standalone.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.topic.BatchHeaders;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Random records for {@code metrics.raw} and, as simply as can be, what a store must hold of them under the rules of {@link
 * ProcessingProcess}: every window's sum and count, and every change of a status.
 */
final class Workload {

    private static final int SERIES_PER_PARTITION = 100;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final Random random;
    private final int partitions;
    private final Map<String, Long> expected = new HashMap<>();
    private final Map<String, long[]> lastStatus = new HashMap<>();
    private long millis = 1_800_000_000_000L;
    private int lines;

    Workload(Random random, int partitions) {
        this.random = random;
        this.partitions = partitions;
    }

    /** The next record: a tick every now and then, or a batch of lines up to half a second out of order. */
    ProducerRecord<byte[], byte[]> next() {
        millis += random.nextInt(40);
        int partition = random.nextInt(partitions);
        if (random.nextInt(10) == 0) {
            return tick(partition);
        }
        StringBuilder batch = new StringBuilder();
        for (int line = 5 + random.nextInt(30); line > 0; line--) {
            String series = "host=p" + partition + "-" + random.nextInt(SERIES_PER_PARTITION);
            long timestamp = (millis - random.nextInt(500)) * 1_000_000 + ++lines % 1_000_000;
            long value = random.nextInt(1000);
            long status = random.nextInt(2);
            expect(series, timestamp, value, status);
            batch.append("cpu,%s value=%di,status=%di %d\n".formatted(series, value, status, timestamp));
        }
        return new ProducerRecord<>(
                KafkaCluster.TOPICS.raw(),
                partition,
                millis,
                null,
                batch.toString().getBytes(UTF_8));
    }

    /** A tick so late that every window closes. */
    ProducerRecord<byte[], byte[]> lastTick(int partition) {
        ProducerRecord<byte[], byte[]> tick =
                new ProducerRecord<>(KafkaCluster.TOPICS.raw(), partition, millis + 3_600_000, null, new byte[0]);
        tick.headers().add(BatchHeaders.gateway("g1"));
        return tick;
    }

    private ProducerRecord<byte[], byte[]> tick(int partition) {
        ProducerRecord<byte[], byte[]> tick =
                new ProducerRecord<>(KafkaCluster.TOPICS.raw(), partition, millis, null, new byte[0]);
        tick.headers().add(BatchHeaders.gateway("g1"));
        return tick;
    }

    private void expect(String series, long timestamp, long value, long status) {
        long start = Math.floorDiv(timestamp, NANOS_PER_SECOND) * NANOS_PER_SECOND;
        expected.merge("cpu_1s," + series + " " + start + " value_sum", value, Long::sum);
        expected.merge("cpu_1s," + series + " " + start + " value_count", 1L, Long::sum);
        long[] last = lastStatus.get(series);
        boolean isOlder = last != null && timestamp < last[0];
        boolean isRepeat = last != null && !isOlder && status == last[1];
        if (!isRepeat) {
            expected.put("cpu," + series + " " + timestamp + " status", status);
            if (!isOlder) {
                lastStatus.put(series, new long[] {timestamp, status});
            }
        }
    }

    /** Values by series, timestamp and field. */
    Map<String, Long> expected() {
        return expected;
    }

    /** Adds the fields of a stored batch to {@code points}, as a store does: a repeat overwrites. */
    static void store(byte[] batch, Map<String, Long> points) {
        for (String line : new String(batch, UTF_8).split("\n")) {
            String[] parts = line.split(" ");
            for (String field : parts[1].split(",")) {
                String[] keyAndValue = field.split("=");
                String number = keyAndValue[1].replaceAll("(\\.0|i)$", "");
                points.put(
                        parts[0] + " " + parts[2] + " " + keyAndValue[0],
                        Double.valueOf(number).longValue());
            }
        }
    }
}
