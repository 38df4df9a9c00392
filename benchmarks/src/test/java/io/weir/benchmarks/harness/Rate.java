package io.weir.benchmarks.harness;

import java.time.Duration;

/**
 * Processing rate of a log without the warm-up: over its last three quarters.
 *
 * @param metrics metrics in that part
 * @param cpu processor time of the processing process in that part
 */
public record Rate(long metrics, Duration elapsed, Duration cpu) {

    /** Returns the metrics per second. */
    public double perSecond() {
        return metrics / (elapsed.toNanos() / 1e9);
    }

    /** Returns the processor time per metric, in microseconds. */
    public double cpuMicrosPerMetric() {
        return cpu.toNanos() / 1e3 / metrics;
    }

    /** Adds a row for each of both. */
    public void print(Table table, String name) {
        table.row(name + ", metrics/s", (long) perSecond(), "");
        table.row(name + ", µs per metric", cpuMicrosPerMetric(), "processor time of its process");
    }
}
