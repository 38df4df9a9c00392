package io.weir.standalone.send;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Meters as they were at one moment, by the name without {@code weir_} and {@code _total}: first sums over all labels, then, of
 * those with a {@code reason}, sums by it.
 */
public record Meters(Map<String, Long> counts, Map<String, Map<String, Long>> byReason) {
    private static final String PREFIX = "weir_";
    private static final String SUFFIX = "_total";
    private static final String REASON = "reason=\"";

    /** Reads Prometheus' text format: one page, or those of several services, of which equal meters are added up. */
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

    /** Whether there is such a meter. */
    public boolean has(String name) {
        return counts.containsKey(name);
    }

    /** 0 for a counter that nothing was counted with. */
    public long count(String name) {
        return counts.getOrDefault(name, 0L);
    }

    /** What was counted since {@code before}, by reason; without those that nothing was counted for. */
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
