package io.weir.processing.oracle;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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

    private static final class Window {
        private final List<Double> in = new ArrayList<>();
        private final List<Double> out = new ArrayList<>();
        private int steps;
        private final Set<String> sources = new HashSet<>();
    }

    /** @param fields the fields of the line, converted and with derived ones */
    void add(Sent sent, Map<String, String> fields, long logNanos) {
        String rack = FarmOracle.RACKS.get(sent.host());
        long start = Math.floorDiv(sent.stamp(), LENGTH) * LENGTH;
        if (rack == null || start + LENGTH + GRACE <= logNanos) {
            return;
        }
        String series = sent.measurement() + " " + sent.host();
        String kb = fields.getOrDefault("kb", "");
        if (sent.measurement().equals("cpu") && OracleNumber.isNumber(kb)) {
            window(start, rack, series).in.add(OracleNumber.number(kb));
        }
        String value = fields.getOrDefault("value", "");
        boolean hasHall = sent.host().matches("h[0-9]");
        if (sent.measurement().equals("link") && hasHall && OracleNumber.isNumber(value)) {
            window(start, rack, series).out.add(OracleNumber.number(value));
        }
        if (fields.containsKey("meter_difference")) {
            window(start, rack, series).steps++;
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
        Map<Long, Map<String, Window>> closed = open.headMap(logNanos - LENGTH - GRACE, true);
        closed.forEach((start, racks) -> racks.forEach((rack, window) -> {
            double in = window.in.stream().mapToDouble(each -> each).average().orElse(Double.NaN);
            double most = window.out.stream().mapToDouble(each -> each).max().orElse(Double.NaN);
            String line = "balance,rack=" + rack + " %s=%s " + start;
            // Without a value, or divided by zero, the result is undefined.
            if (Double.isFinite(in / most)) {
                out.accept(line.formatted("part", in / most));
            }
            if (Double.isFinite(most)) {
                out.accept(line.formatted("weight", (1 + window.steps) * most));
            }
            out.accept(line.formatted("steps", (double) window.steps));
            out.accept(line.formatted("sources", window.sources.size() + "i"));
        }));
        closed.clear();
    }
}
