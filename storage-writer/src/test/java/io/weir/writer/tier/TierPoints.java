package io.weir.writer.tier;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.writer.testing.TierPoint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Random metrics, some of them written again, and the tiers that follow from them, computed the simple way. */
final class TierPoints {
    private static final long MINUTE = 60_000_000_000L;
    private static final List<String> STANDARD = List.of("mean", "min", "max", "count");
    private static final List<String> ALL =
            List.of("mean", "min", "max", "count", "sum", "spread", "first", "last", "stddev");

    private final SplittableRandom random;
    /** By series and time. Sums of the numbers are exact. */
    private final Map<String, TierPoint> points = new LinkedHashMap<>();

    TierPoints(long seed) {
        random = new SplittableRandom(seed);
    }

    /** Random lines of the last minutes, and some earlier ones again. */
    List<String> lines(String measurement, boolean hasRacks, long nowNanos, int count) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int kind = random.nextInt(3);
            TierPoint point = new TierPoint(
                    measurement,
                    "h" + random.nextInt(3),
                    hasRacks ? List.of("", "r1", "r2").get(random.nextInt(3)) : "",
                    random.nextInt(5) == 0 ? "test" : "",
                    nowNanos - random.nextLong(4 * MINUTE, 12 * MINUTE),
                    kind == 1 ? null : (random.nextInt(4_000) - 2_000) / 4.0,
                    kind == 2 ? null : random.nextLong(-1_000, 1_000),
                    kind == 0 ? "x".repeat(random.nextInt(1, 9)) : null);
            points.put(
                    point.measurement() + " " + point.role() + " " + key(point.host(), point.rack(), point.stamp()),
                    point);
            lines.add(point.line());
        }
        List<TierPoint> earlier = points.values().stream()
                .filter(point -> point.measurement().equals(measurement))
                .toList();
        for (int i = 0; i < count / 5; i++) {
            lines.add(earlier.get(random.nextInt(earlier.size())).line());
        }
        return lines;
    }

    /** Forgets the points of a host. */
    void forget(String measurement, String host) {
        points.values()
                .removeIf(point ->
                        point.measurement().equals(measurement) && point.host().equals(host));
    }

    static byte[] bytes(Collection<String> lines) {
        return (String.join("\n", lines) + "\n").getBytes(UTF_8);
    }

    /**
     * The fields of each window, by host, rack and the start of the window in nanoseconds; without those of the role
     * test.
     */
    Map<String, Map<String, Object>> tier(String measurement, long windowMillis, boolean withAll) {
        Map<String, List<TierPoint>> windows = new TreeMap<>();
        for (TierPoint point : points.values()) {
            if (point.measurement().equals(measurement) && !point.role().equals("test")) {
                long window = windowMillis * 1_000_000;
                windows.computeIfAbsent(
                                key(point.host(), point.rack(), Math.floorDiv(point.stamp(), window) * window),
                                unseen -> new ArrayList<>())
                        .add(point);
            }
        }
        Map<String, Map<String, Object>> tier = new TreeMap<>();
        windows.forEach((key, of) -> tier.put(key, TierPoint.fields(of, withAll ? ALL : STANDARD)));
        return tier;
    }

    static String key(String host, String rack, long stamp) {
        return host + " " + rack + " " + stamp;
    }
}
