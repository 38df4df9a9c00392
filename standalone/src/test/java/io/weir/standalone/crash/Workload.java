package io.weir.standalone.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.topic.BatchHeaders;
import io.weir.processing.oracle.OracleHold;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Random records for {@code metrics.raw}, and the expected content of a store under the rules of
 * {@link ProcessingProcess}, computed as simply as possible. It consists of every window's sum and
 * count, for each series, for groups over all partitions and for results of other rules, of
 * every change of a status, of the totals of runs, of results that late lines revise, and of groups that
 * hold values.
 * Nearly every series has an open window of an hour.
 */
final class Workload {

    private static final int GROUPS = 7;
    private static final int RECORDS_PER_RUN = 60;
    private static final int LATE_LINES = 8;
    private static final int HELD_LINES = 4;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final Random random;
    private final int partitions;
    private final Shape shape;
    private final Map<String, Long> expected = new HashMap<>();
    private final Set<String> sources = new HashSet<>();
    private final Map<String, OracleHold> statuses = new HashMap<>();
    private final RunTotals runs;
    private final LateLines late;
    private final HeldLines held;
    private final long[] tickMillis;
    /**
     * The coming midnight, so that a seed gives the same windows on each day, and Kafka deletes no record
     * as too old.
     */
    private long millis =
            Instant.now().truncatedTo(ChronoUnit.DAYS).plus(1, ChronoUnit.DAYS).toEpochMilli();

    private int lines;

    /**
     * The size of a workload.
     *
     * @param lines the maximum number of lines of a record
     * @param hasLongSeries whether every second series has the maximum length and a text that
     * processing keeps completely, more than fits into a block
     */
    record Shape(int seriesPerPartition, int lines, boolean hasLongSeries) {
        static final Shape MANY = new Shape(6_000, 400, false);
        static final Shape LONG = new Shape(150, 24, true);
    }

    /** Eight tags of nearly 1 KiB: with measurement, group and host, nearly 8 KiB. */
    private static final String LONG_TAGS = IntStream.range(0, 8)
            .mapToObj(i -> ",t" + i + "=" + "x".repeat(1_005))
            .collect(Collectors.joining());

    private static final int NOTE_LENGTH = 6_000;

    Workload(Random random, int partitions) {
        this(random, partitions, Shape.MANY);
    }

    Workload(Random random, int partitions, Shape shape) {
        this.random = random;
        this.partitions = partitions;
        this.shape = shape;
        this.runs = new RunTotals(partitions);
        this.late = new LateLines(random);
        this.held = new HeldLines(random);
        this.tickMillis = new long[partitions];
        runs.change(millis);
    }

    /**
     * The next record: a marker of a run in each partition, sometimes a tick, else a batch of lines
     * up to half a second out of order, or late.
     */
    ProducerRecord<byte[], byte[]> next() {
        millis += random.nextInt(40);
        if (random.nextInt(RECORDS_PER_RUN) == 0) {
            runs.change(millis);
        }
        if (runs.hasMarker()) {
            return runs.next(millis);
        }
        int partition = random.nextInt(partitions);
        int kind = random.nextInt(50);
        if (kind == 0) {
            return runs.again(partition, millis);
        }
        if (kind <= 5) {
            return tick(partition, millis);
        }
        StringBuilder batch = new StringBuilder();
        for (int line = random.nextInt(LATE_LINES); line >= 0; line--) {
            batch.append(late.next(partition, timestamp(), tickMillis[partition]));
        }
        for (int line = random.nextInt(HELD_LINES); line >= 0; line--) {
            batch.append(held.next(partition, millis, timestamp()));
        }
        for (int line = random.nextInt(shape.lines); line >= 0; line--) {
            int number = random.nextInt(shape.seriesPerPartition);
            String group = "group=g" + number % GROUPS;
            boolean isLong = shape.hasLongSeries && number % 2 == 0;
            String series = group + ",host=p" + partition + "-" + number + (isLong ? LONG_TAGS : "");
            long timestamp = timestamp();
            long value = random.nextInt(1000);
            long status = random.nextInt(2);
            expect(series, timestamp, value, status, isLong ? NOTE_LENGTH : 0);
            expectInGroup("groups," + group, series, timestamp, value);
            if (number % GROUPS == 0) {
                runs.add(partition, series, value);
            }
            String note = isLong ? ",note=\"" + "y".repeat(NOTE_LENGTH) + "\"" : "";
            batch.append("cpu,%s value=%di,status=%di%s %d\n".formatted(series, value, status, note, timestamp));
        }
        return new ProducerRecord<>(
                KafkaCluster.TOPICS.raw(),
                partition,
                millis,
                null,
                batch.toString().getBytes(UTF_8));
    }

    /** A timestamp that is in time, and unique. */
    private long timestamp() {
        return (millis - random.nextInt(500)) * 1_000_000 + ++lines % 1_000_000;
    }

    /**
     * Ends the run in every partition, and follows with ticks so late that every window closes. They
     * span more than a minute, because processing distrusts a jump of two hours for that long.
     */
    List<ProducerRecord<byte[], byte[]>> last() {
        runs.end(millis);
        List<ProducerRecord<byte[], byte[]>> last = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            last.add(runs.last(partition, millis));
            for (int i = 0; i < 8; i++) {
                last.add(tick(partition, millis + 7_200_000 + i * 10_000L));
            }
        }
        return last;
    }

    private ProducerRecord<byte[], byte[]> tick(int partition, long millis) {
        tickMillis[partition] = millis;
        ProducerRecord<byte[], byte[]> tick =
                new ProducerRecord<>(KafkaCluster.TOPICS.raw(), partition, millis, null, new byte[0]);
        tick.headers().add(BatchHeaders.gateway("g1"));
        return tick;
    }

    private void expect(String series, long timestamp, long value, long status, int note) {
        expectInWindow("cpu_1s," + series, NANOS_PER_SECOND, timestamp, value);
        expectInWindow("cpu_1h," + series, 3_600 * NANOS_PER_SECOND, timestamp, value);
        expectChange(series, "status", timestamp, status);
        if (note > 0) {
            expectChange(series, "note", timestamp, note);
        }
    }

    private void expectChange(String series, String field, long timestamp, long value) {
        statuses.computeIfAbsent(series + " " + field, unseen -> new OracleHold(-1, 0, Long.MAX_VALUE))
                .add(
                        Long.toString(value),
                        timestamp,
                        (stored, at) -> expected.put("cpu," + series + " " + at + " " + field, Long.valueOf(stored)));
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
        Map<String, Long> all = new TreeMap<>(expected);
        all.putAll(runs.expected());
        all.putAll(late.expected());
        all.putAll(held.expected());
        all.putAll(ofGroups(expected, "value", NANOS_PER_SECOND));
        expected.forEach((point, value) -> {
            if (point.startsWith("cpu_1s,") && point.endsWith(" value_sum")) {
                chain(all, "chain_10s" + series(point).substring("cpu_1s".length()), "value_sum", 10, point, value);
            }
        });
        Map<String, Long> groups = new HashMap<>();
        expected.forEach((point, value) -> {
            if (point.startsWith("groups,") && point.endsWith(" value_sum")) {
                String window = chain(groups, "chain_2s", "value_sum", 2, point, value);
                groups.merge(window + " sources", 1L, Long::sum);
            }
        });
        // A group is one source, in both seconds of a window.
        groups.replaceAll((point, value) -> point.endsWith(" sources") ? groupsIn(point) : value);
        all.putAll(groups);
        all.putAll(ofGroups(groups, "value_sum", 2 * NANOS_PER_SECOND));
        Map<String, Long> last = new HashMap<>();
        groups.forEach((point, value) -> {
            if (point.endsWith(" value_sum_sum")) {
                String window = chain(last, "chain_of_chain", "value_sum_sum", 10, point, value);
                last.put(window + " sources", 1L);
            }
        });
        all.putAll(last);
        all.putAll(ofGroups(last, "value_sum_sum", 10 * NANOS_PER_SECOND));
        return all;
    }

    /** Adds a result to the window of a rule that reads it; returns the window. */
    private static String chain(
            Map<String, Long> to, String series, String field, int seconds, String point, long value) {
        long length = seconds * NANOS_PER_SECOND;
        String window = series + " " + Math.floorDiv(start(point), length) * length;
        to.merge(window + " " + field + "_sum", value, Long::sum);
        to.merge(window + " " + field + "_count", 1L, Long::sum);
        return window;
    }

    private long groupsIn(String window) {
        return IntStream.range(0, GROUPS)
                .filter(group -> IntStream.range(0, 2)
                        .anyMatch(second -> expected.containsKey("groups,group=g" + group + " "
                                + (start(window) + second * NANOS_PER_SECOND) + " value_sum")))
                .count();
    }

    private static String series(String point) {
        return point.substring(0, point.indexOf(' '));
    }

    private static long start(String point) {
        return Long.parseLong(point.split(" ")[1]);
    }

    /** The further fields of windows over groups, and the windows that say once that a group is empty. */
    private static Map<String, Long> ofGroups(Map<String, Long> known, String field, long lengthNanos) {
        Map<String, Long> all = new HashMap<>();
        groupWindows(known).forEach(window -> {
            all.put(window + " held", 0L);
            all.put(window + " samples", known.getOrDefault(window + " " + field + "_count", 0L));
            String next = series(window) + " " + (start(window) + lengthNanos);
            if (!known.containsKey(next + " sources")) {
                for (String empty : List.of(field + "_count", "sources", "held", "samples")) {
                    all.put(next + " " + empty, 0L);
                }
            }
        });
        return all;
    }

    private static List<String> groupWindows(Map<String, Long> points) {
        return points.keySet().stream()
                .filter(point -> point.endsWith(" sources"))
                .map(point -> point.substring(0, point.lastIndexOf(' ')))
                .toList();
    }

    /**
     * Adds the fields of a stored batch to {@code points} like a store: a repeat overwrites. A text
     * is represented by its length. Revised results of groups are kept beside the first ones.
     */
    static void store(byte[] batch, Map<String, Long> points) {
        for (String line : new String(batch, UTF_8).split("\n")) {
            String[] parts = line.split(" ");
            boolean isOfGroup = parts[0].startsWith("late_groups,");
            boolean isRevised = parts[1].endsWith(",revision=1i");
            String fields = isRevised && !isOfGroup ? parts[1].replace(",revision=1i", "") : parts[1];
            for (String field : fields.split(",")) {
                String[] keyAndValue = field.split("=");
                String key = parts[0] + " " + parts[2] + " " + keyAndValue[0];
                points.put(isRevised && isOfGroup ? key + LateLines.REVISED : key, number(keyAndValue[1]));
            }
        }
    }

    private static long number(String value) {
        return value.startsWith("\"")
                ? value.length() - 2
                : Double.valueOf(value.replaceAll("(\\.0|i)$", "")).longValue();
    }
}
