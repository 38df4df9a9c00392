package io.weir.contract.service;

import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** Whether Kafka answers the stream threads of a process: it no longer does where none of them has had reason to send a heartbeat. */
final class Heartbeats {
    /** Of Kafka's consumers; a consumer sends none as long as the one before was not answered. */
    private static final String METRIC = "last-heartbeat-seconds-ago";
    // A little longer than the session: until then it may be one answer that is late.
    private static final long LATE_SECONDS = 8;

    private Heartbeats() {}

    /** For how long, if it is long; of a process that has sent one. */
    static OptionalLong silentSeconds(Map<MetricName, ? extends Metric> metrics) {
        double least = Double.MAX_VALUE;
        for (Map.Entry<MetricName, ? extends Metric> each : metrics.entrySet()) {
            // Negative before the first.
            if (each.getKey().name().equals(METRIC)
                    && each.getValue().metricValue() instanceof Double seconds
                    && seconds >= 0) {
                least = Math.min(least, seconds);
            }
        }
        return least == Double.MAX_VALUE || least < LATE_SECONDS ? OptionalLong.empty() : OptionalLong.of((long) least);
    }
}
