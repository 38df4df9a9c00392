package io.weir.standalone.send;

import io.weir.standalone.meter.MeterSample;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * A snapshot of counters, by their names without {@code weir_} and {@code _total}.
 *
 * @param counts sums over all labels
 * @param byReason sums by {@code reason}, for counters with this label
 */
public record Meters(Map<String, Long> counts, Map<String, Map<String, Long>> byReason) {
    private static final String PREFIX = "weir_";
    private static final String SUFFIX = "_total";

    /**
     * Parses Prometheus' text format. The pages of several services may be concatenated; equal
     * meters are added.
     */
    public static Meters parse(String text) {
        Map<String, Long> counts = new HashMap<>();
        Map<String, Map<String, Long>> byReason = new HashMap<>();
        MeterSample.all(text, PREFIX)
                .filter(sample -> sample.name().endsWith(SUFFIX))
                .forEach(sample -> {
                    String name = sample.name()
                            .substring(PREFIX.length(), sample.name().length() - SUFFIX.length());
                    long count = Math.round(sample.value());
                    counts.merge(name, count, Long::sum);
                    String reason = sample.labels().get("reason");
                    if (reason != null) {
                        byReason.computeIfAbsent(name, unseen -> new TreeMap<>())
                                .merge(reason, count, Long::sum);
                    }
                });
        return new Meters(counts, byReason);
    }

    /** Whether this counter exists. */
    public boolean has(String name) {
        return counts.containsKey(name);
    }

    /** The value of a counter, 0 if it is missing. */
    public long count(String name) {
        return counts.getOrDefault(name, 0L);
    }

    /** The increase since {@code before} by reason, without zeros. */
    Map<String, Long> reasonsSince(Meters before, String name) {
        Map<String, Long> earlier = before.byReason.getOrDefault(name, Map.of());
        Map<String, Long> since = new TreeMap<>();
        byReason.getOrDefault(name, Map.of()).forEach((reason, count) -> {
            long more = count - earlier.getOrDefault(reason, 0L);
            if (more != 0) {
                since.put(reason, more);
            }
        });
        return since;
    }
}
