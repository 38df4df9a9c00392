package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.contract.topic.BatchHeaders;
import io.weir.writer.testing.TierPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Metrics as a farm sends them, some of them late, and the expected tiers, computed the simple way.
 */
final class TierLoad {
    private static final int LATEST_SECONDS = 120;

    private final SplittableRandom random;
    private final String topic;
    private final int partitions;
    /** Sums of the numbers are exact. */
    private final List<TierPoint> points = new ArrayList<>();

    TierLoad(long seed, String topic, int partitions) {
        this.random = new SplittableRandom(seed);
        this.topic = topic;
        this.partitions = partitions;
    }

    /** A batch for each partition: current lines and some late ones. */
    List<ProducerRecord<byte[], byte[]>> batches(List<String> measurements, long nowMillis) {
        List<ProducerRecord<byte[], byte[]>> batches = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            List<TierPoint> some = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                long late = random.nextInt(4) == 0 ? random.nextLong(LATEST_SECONDS * 1000L) : 0;
                long stamp = (nowMillis - late) * 1_000_000 + points.size() + some.size();
                some.add(point(measurements.get(random.nextInt(measurements.size())), "h" + partition, stamp));
            }
            points.addAll(some);
            String lines = some.stream().map(TierPoint::line).collect(Collectors.joining("\n"));
            ProducerRecord<byte[], byte[]> batch = new ProducerRecord<>(topic, partition, null, lines.getBytes(UTF_8));
            batch.headers().add(BatchHeaders.lines(some.size()));
            batches.add(batch);
        }
        return batches;
    }

    /** How many points a measurement has. */
    long count(String measurement) {
        return count(measurement, measurement);
    }

    /**
     * The same, but {@code name} may be {@code MEASUREMENT.ROLE}, which selects the points of one
     * role.
     */
    long count(String measurement, String name) {
        return points.stream()
                .filter(point -> point.measurement().equals(measurement))
                .filter(point -> name.equals(measurement) || name.equals(measurement + "." + point.role()))
                .count();
    }

    /**
     * The expected tier of a measurement, without exempt points: fields by series and start of the
     * window, in nanoseconds.
     */
    Map<String, Map<String, Object>> tier(String measurement, long windowMillis, List<String> functions) {
        Map<String, List<TierPoint>> windows = new TreeMap<>();
        for (TierPoint point : points) {
            if (point.measurement().equals(measurement) && !point.role().equals("test")) {
                long window = windowMillis * 1_000_000;
                String key = point.host() + " " + point.role() + " " + point.stamp() / window * window;
                windows.computeIfAbsent(key, unseen -> new ArrayList<>()).add(point);
            }
        }
        Map<String, Map<String, Object>> tier = new TreeMap<>();
        windows.forEach((key, of) -> tier.put(key, TierPoint.fields(of, functions)));
        return tier;
    }

    /**
     * Reads a tier from a store's answer: a series with the columns time, host, role, and the
     * fields.
     */
    static Map<String, Map<String, Object>> read(JsonNode series) {
        List<String> columns = new ArrayList<>();
        series.path("columns").forEach(column -> columns.add(column.asText()));
        Map<String, Map<String, Object>> tier = new TreeMap<>();
        for (JsonNode row : series.path("values")) {
            Map<String, Object> fields = new TreeMap<>();
            Map<String, String> tags = new TreeMap<>();
            for (int i = 0; i < columns.size(); i++) {
                JsonNode cell = row.path(i);
                if (List.of("time", "host", "role").contains(columns.get(i))) {
                    tags.put(columns.get(i), cell.asText());
                } else if (!cell.isNull()) {
                    fields.put(columns.get(i), cell.isNumber() ? TierPoint.rounded(cell.doubleValue()) : cell.asText());
                }
            }
            tier.put(tags.get("host") + " " + tags.get("role") + " " + tags.get("time"), fields);
        }
        return tier;
    }

    private TierPoint point(String measurement, String host, long stamp) {
        String role = random.nextInt(5) == 0 ? "test" : "flp";
        int kind = random.nextInt(3);
        return new TierPoint(
                measurement,
                host,
                "",
                role,
                stamp,
                kind == 1 ? null : random.nextInt(4_000) / 4.0,
                kind == 2 ? null : random.nextLong(1_000),
                kind == 0 ? "x".repeat(random.nextInt(1, 9)) : null);
    }
}
