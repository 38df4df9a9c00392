package io.weir.benchmarks;

/** A page of meters in Prometheus' text format, asked for what is no counter. */
public record Gauges(String page) {

    /** The sum over all labels; 0 if there is no such gauge. */
    public long sum(String name) {
        return Math.round(page.lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum());
    }
}
