package io.weir.standalone.send;

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
    private static final String REASON = "reason=\"";

    /**
     * Parses Prometheus' text format. The pages of several services may be concatenated; equal
     * meters are added.
     */
    public static Meters parse(String text) {
        Map<String, Long> counts = new HashMap<>();
        Map<String, Map<String, Long>> byReason = new HashMap<>();
        for (String line : text.split("\n")) {
            int nameEnd = line.indexOf('{') < 0 ? line.indexOf(' ') : line.indexOf('{');
            if (nameEnd < 0
                    || !line.startsWith(PREFIX)
                    || !line.substring(0, nameEnd).endsWith(SUFFIX)) {
                continue;
            }
            String name = line.substring(PREFIX.length(), nameEnd - SUFFIX.length());
            long count = Math.round(Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)));
            counts.merge(name, count, Long::sum);
            int reason = line.indexOf(REASON);
            if (reason >= 0) {
                int from = reason + REASON.length();
                byReason.computeIfAbsent(name, unseen -> new TreeMap<>())
                        .merge(line.substring(from, line.indexOf('"', from)), count, Long::sum);
            }
        }
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
