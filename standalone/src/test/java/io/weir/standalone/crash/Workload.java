package io.weir.standalone.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.topic.BatchHeaders;
import io.weir.processing.oracle.OracleHold;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Random records for {@code metrics.raw} and, as simply as can be, what a store must hold of them under the rules of {@link
 * ProcessingProcess}: every window's sum and count, of each series and of groups of them that lie on all partitions, and
 * every change of a status. Nearly every series has an open window of an hour.
 */
final class Workload {

    private static final int SERIES_PER_PARTITION = 6_000;
    private static final int GROUPS = 7;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final Random random;
    private final int partitions;
    private final Map<String, Long> expected = new HashMap<>();
    private final Set<String> sources = new HashSet<>();
    private final Map<String, OracleHold> statuses = new HashMap<>();
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
            return tick(partition, millis);
        }
        StringBuilder batch = new StringBuilder();
        for (int line = random.nextInt(400); line >= 0; line--) {
            int number = random.nextInt(SERIES_PER_PARTITION);
            String group = "group=g" + number % GROUPS;
            String series = group + ",host=p" + partition + "-" + number;
            long timestamp = (millis - random.nextInt(500)) * 1_000_000 + ++lines % 1_000_000;
            long value = random.nextInt(1000);
            long status = random.nextInt(2);
            expect(series, timestamp, value, status);
            expectInGroup("groups," + group, series, timestamp, value);
            batch.append("cpu,%s value=%di,status=%di %d\n".formatted(series, value, status, timestamp));
        }
        return new ProducerRecord<>(
                KafkaCluster.TOPICS.raw(),
                partition,
                millis,
                null,
                batch.toString().getBytes(UTF_8));
    }

    /** Ticks so late that every window closes: over a minute, for so long it is not believed that two hours have gone by. */
    List<ProducerRecord<byte[], byte[]>> lastTicks(int partition) {
        return IntStream.range(0, 8)
                .mapToObj(i -> tick(partition, millis + 7_200_000 + i * 10_000L))
                .toList();
    }

    private static ProducerRecord<byte[], byte[]> tick(int partition, long millis) {
        ProducerRecord<byte[], byte[]> tick =
                new ProducerRecord<>(KafkaCluster.TOPICS.raw(), partition, millis, null, new byte[0]);
        tick.headers().add(BatchHeaders.gateway("g1"));
        return tick;
    }

    private void expect(String series, long timestamp, long value, long status) {
        expectInWindow("cpu_1s," + series, NANOS_PER_SECOND, timestamp, value);
        expectInWindow("cpu_1h," + series, 3_600 * NANOS_PER_SECOND, timestamp, value);
        statuses.computeIfAbsent(series, unseen -> new OracleHold(-1, 0, Long.MAX_VALUE))
                .tell(
                        Long.toString(status),
                        timestamp,
                        (told, at) -> expected.put("cpu," + series + " " + at + " status", Long.valueOf(told)));
    }

    private void expectInWindow(String output, long lengthNanos, long timestamp, long value) {
        long start = Math.floorDiv(timestamp, lengthNanos) * lengthNanos;
        expected.merge(output + " " + start + " value_sum", value, Long::sum);
        expected.merge(output + " " + start + " value_count", 1L, Long::sum);
    }

    private void expectInGroup(String output, String series, long timestamp, long value) {
        expectInWindow(output, NANOS_PER_SECOND, timestamp, value);
        String point = output + " " + Math.floorDiv(timestamp, NANOS_PER_SECOND) * NANOS_PER_SECOND;
        if (sources.add(point + " " + series)) {
            expected.merge(point + " sources", 1L, Long::sum);
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
