package io.weir.benchmarks;

import java.time.Duration;

/**
 * How fast a log was processed, once warm: over its last three quarters.
 *
 * @param metrics in that part
 * @param cpu of the processing process meanwhile
 */
public record Rate(long metrics, Duration elapsed, Duration cpu) {

    /** Metrics per second. */
    public double perSecond() {
        return metrics / (elapsed.toNanos() / 1e9);
    }

    /** Processor time. */
    public double cpuMicrosPerMetric() {
        return cpu.toNanos() / 1e3 / metrics;
    }
}
