package io.weir.writer.tier;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Random metrics, some of them written again, and the tiers that follow from them, computed the simple way. */
final class TierPoints {
    private static final long MINUTE = 60_000_000_000L;

    private final SplittableRandom random;
    /** By series and time. */
    private final Map<String, Point> points = new LinkedHashMap<>();

    /** An empty tag is missing. Sums of the numbers are exact. */
    private record Point(
            String measurement,
            String host,
            String rack,
            String role,
            long stamp,
            @Nullable Double value,
            @Nullable Long n,
            @Nullable String text) {
        String key() {
            return measurement + " " + host + " " + rack + " " + role + " " + stamp;
        }

        String line() {
            List<String> fields = new ArrayList<>();
            if (value != null) {
                fields.add("value=" + value);
            }
            if (n != null) {
                fields.add("n=" + n + "i");
            }
            if (text != null) {
                fields.add("s=\"" + text + "\",up=" + (text.length() % 2 == 0));
            }
            return measurement + ",host=" + host + (rack.isEmpty() ? "" : ",rack=" + rack)
                    + (role.isEmpty() ? "" : ",role=" + role) + " " + String.join(",", fields) + " " + stamp;
        }
    }

    TierPoints(long seed) {
        random = new SplittableRandom(seed);
    }

    /** Random lines of the last minutes, and some earlier ones again. */
    List<String> lines(String measurement, boolean hasRacks, long nowNanos, int count) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int kind = random.nextInt(3);
            Point point = new Point(
                    measurement,
                    "h" + random.nextInt(3),
                    hasRacks ? List.of("", "r1", "r2").get(random.nextInt(3)) : "",
                    random.nextInt(5) == 0 ? "test" : "",
                    nowNanos - random.nextLong(4 * MINUTE, 12 * MINUTE),
                    kind == 1 ? null : (random.nextInt(4_000) - 2_000) / 4.0,
                    kind == 2 ? null : random.nextLong(-1_000, 1_000),
                    kind == 0 ? "x".repeat(random.nextInt(1, 9)) : null);
            points.put(point.key(), point);
            lines.add(point.line());
        }
        List<Point> earlier = points.values().stream()
                .filter(point -> point.measurement.equals(measurement))
                .toList();
        for (int i = 0; i < count / 5; i++) {
            lines.add(earlier.get(random.nextInt(earlier.size())).line());
        }
        return lines;
    }

    /** Forgets the points of a host. */
    void forget(String measurement, String host) {
        points.values().removeIf(point -> point.measurement.equals(measurement) && point.host.equals(host));
    }

    static byte[] bytes(Collection<String> lines) {
        return (String.join("\n", lines) + "\n").getBytes(UTF_8);
    }

    /**
     * The fields of each window, by host, rack and the start of the window in nanoseconds; without those of the role
     * test.
     */
    Map<String, Map<String, Object>> tier(String measurement, long windowMillis, boolean withAll) {
        Map<String, List<Point>> windows = new TreeMap<>();
        for (Point point : points.values()) {
            if (point.measurement.equals(measurement) && !point.role.equals("test")) {
                long window = windowMillis * 1_000_000;
                windows.computeIfAbsent(
                                key(point.host, point.rack, Math.floorDiv(point.stamp, window) * window),
                                unseen -> new ArrayList<>())
                        .add(point);
            }
        }
        Map<String, Map<String, Object>> tier = new TreeMap<>();
        windows.forEach((key, of) -> tier.put(key, fields(of, withAll)));
        return tier;
    }

    static String key(String host, String rack, long stamp) {
        return host + " " + rack + " " + stamp;
    }

    private static Map<String, Object> fields(List<Point> window, boolean withAll) {
        List<Point> inOrder =
                window.stream().sorted(Comparator.comparingLong(Point::stamp)).toList();
        Map<String, Object> fields = new TreeMap<>();
        List<Double> values = new ArrayList<>();
        List<Double> integers = new ArrayList<>();
        for (Point point : inOrder) {
            if (point.value != null) {
                values.add(point.value);
            }
            if (point.n != null) {
                integers.add(point.n.doubleValue());
            }
            if (point.text != null) {
                fields.put("s_last", point.text);
                fields.put("up_last", Boolean.toString(point.text.length() % 2 == 0));
            }
        }
        number(fields, "value", values, withAll);
        number(fields, "n", integers, withAll);
        return fields;
    }

    private static void number(Map<String, Object> fields, String name, List<Double> values, boolean withAll) {
        if (values.isEmpty()) {
            return;
        }
        double sum = values.stream().mapToDouble(value -> value).sum();
        double mean = sum / values.size();
        double min = values.stream().mapToDouble(value -> value).min().orElseThrow();
        double max = values.stream().mapToDouble(value -> value).max().orElseThrow();
        fields.put(name + "_mean", rounded(mean));
        fields.put(name + "_min", rounded(min));
        fields.put(name + "_max", rounded(max));
        fields.put(name + "_count", rounded(values.size()));
        if (withAll) {
            fields.put(name + "_sum", rounded(sum));
            fields.put(name + "_spread", rounded(max - min));
            fields.put(name + "_first", rounded(values.get(0)));
            fields.put(name + "_last", rounded(values.get(values.size() - 1)));
            if (values.size() > 1) {
                double squares = values.stream()
                        .mapToDouble(value -> (value - mean) * (value - mean))
                        .sum();
                fields.put(name + "_stddev", rounded(Math.sqrt(squares / (values.size() - 1))));
            }
        }
    }

    /** To the digits that the order of an addition may change. */
    static Double rounded(double number) {
        return Math.rint(number * 1e6) / 1e6;
    }
}
