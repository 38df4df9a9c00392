package io.weir.benchmarks;

import java.util.HashMap;
import java.util.Map;

/** Meters as they were at one moment; those that differ only in labels are added up. */
record Meters(Map<String, Double> values) {

    /** Reads Prometheus' text format. */
    static Meters parse(String text) {
        Map<String, Double> values = new HashMap<>();
        for (String line : text.split("\n")) {
            if (!line.isEmpty() && line.charAt(0) != '#') {
                int nameEnd = line.indexOf('{') < 0 ? line.indexOf(' ') : line.indexOf('{');
                double value = Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
                values.merge(line.substring(0, nameEnd), value, Double::sum);
            }
        }
        return new Meters(values);
    }

    /** 0 for a counter that nothing was counted with; its name is without {@code weir_} and {@code _total}. */
    long count(String name) {
        return Math.round(values.getOrDefault("weir_" + name + "_total", 0.0));
    }
}
