package io.weir.processing.oracle;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The results of {@code correlate} of {@link FarmOracle} for each rack, in windows of log time: all
 * values in lists.
 */
final class OracleBalance {

    private static final long LENGTH = 2_000_000_000;
    private static final long GRACE = 1_000_000_000;

    /** By start, then rack. */
    private final TreeMap<Long, Map<String, Window>> open = new TreeMap<>();

    /** By rack, the start of the window after the last one with sources. */
    private final Map<String, Long> following = new TreeMap<>();

    private static final class Window {
        /** By series and stamp: the last value of a stamp counts. */
        private final Map<String, Double> in = new TreeMap<>();

        private final Map<String, Double> out = new TreeMap<>();
        private final Set<String> steps = new HashSet<>();
        private final Set<String> sources = new HashSet<>();

        private int samples() {
            return in.size() + out.size() + steps.size();
        }
    }

    /** @param fields the fields of the line, converted and with derived ones */
    void add(Sent sent, Map<String, String> fields, long logNanos) {
        String rack = FarmOracle.RACKS.get(sent.host());
        long start = Math.floorDiv(sent.stamp(), LENGTH) * LENGTH;
        if (rack == null || start + LENGTH + GRACE <= logNanos) {
            return;
        }
        String series = sent.measurement() + " " + sent.host();
        String point = series + " " + sent.stamp();
        String kb = fields.getOrDefault("kb", "");
        if (sent.measurement().equals("cpu") && OracleNumber.isNumber(kb)) {
            window(start, rack, series).in.put(point, OracleNumber.number(kb));
        }
        String value = fields.getOrDefault("value", "");
        boolean hasHall = sent.host().matches("h[0-9]");
        if (sent.measurement().equals("link") && hasHall && OracleNumber.isNumber(value)) {
            window(start, rack, series).out.put(point, OracleNumber.number(value));
        }
        if (fields.containsKey("meter_difference")) {
            window(start, rack, series).steps.add(point);
        }
    }

    private Window window(long start, String rack, String series) {
        Window window =
                open.computeIfAbsent(start, unseen -> new TreeMap<>()).computeIfAbsent(rack, unseen -> new Window());
        window.sources.add(series);
        return window;
    }

    /** Advances log time to {@code logNanos}; {@code out} receives points. */
    void pass(long logNanos, Consumer<String> out) {
        for (long start = firstStart(); start <= logNanos - LENGTH - GRACE; start = firstStart()) {
            close(start, out);
        }
    }

    private long firstStart() {
        long first = open.isEmpty() ? Long.MAX_VALUE : open.firstKey();
        return following.values().stream().reduce(first, Math::min);
    }

    /** Closes the windows that start at {@code start}; a rack says once that it is empty. */
    private void close(long start, Consumer<String> out) {
        Map<String, Window> racks = new TreeMap<>(open.getOrDefault(start, Map.of()));
        open.remove(start);
        following.forEach((rack, next) -> {
            if (next == start) {
                racks.putIfAbsent(rack, new Window());
            }
        });
        racks.forEach((rack, window) -> {
            if (window.sources.isEmpty()) {
                following.remove(rack);
            } else {
                following.put(rack, start + LENGTH);
            }
            double in = window.in.values().stream()
                    .mapToDouble(each -> each)
                    .average()
                    .orElse(Double.NaN);
            double most =
                    window.out.values().stream().mapToDouble(each -> each).max().orElse(Double.NaN);
            String line = "balance,rack=" + rack + " %s=%s " + start;
            // Without a value, or divided by zero, the result is undefined.
            if (Double.isFinite(in / most)) {
                out.accept(line.formatted("part", in / most));
            }
            if (Double.isFinite(most)) {
                out.accept(line.formatted("weight", (1 + window.steps.size()) * most));
            }
            out.accept(line.formatted("steps", (double) window.steps.size()));
            out.accept(line.formatted("sources", window.sources.size() + "i"));
            out.accept(line.formatted("held", "0i"));
            out.accept(line.formatted("samples", window.samples() + "i"));
        });
    }
}
