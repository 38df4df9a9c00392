package io.weir.benchmarks.harness;

/** Reads gauges from a page of meters in Prometheus' text format. */
public record Gauges(String page) {

    /** Returns the sum over all labels; 0 without such a gauge. */
    public long sum(String name) {
        return Math.round(page.lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum());
    }
}
