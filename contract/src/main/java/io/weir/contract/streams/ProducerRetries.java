package io.weir.contract.streams;

import io.weir.contract.service.Health;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * Detects that Kafka answers, but has not accepted the records of a topic for a while, such as with
 * too few replicas in sync: its producers send them again and again. Used by one thread.
 */
final class ProducerRetries {
    /** Shorter refusals are usual: a partition gets another leader. */
    static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(8);

    /** Longer than the longest pause of a producer between two attempts. */
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(4);

    private static final String METRIC = "record-retry-total";
    private static final String GROUP = "producer-topic-metrics";

    private final Map<String, Refused> topics = new TreeMap<>();

    /** The repeated attempts for one topic: their number, and the times of the first and the last of a series. */
    private record Refused(double attempts, long sinceNanos, long lastNanos) {}

    /**
     * Call it about every second.
     *
     * @param metrics of the clients
     * @return running, or the topic with the time since the first attempt
     */
    Health after(Map<MetricName, ? extends Metric> metrics, long nowNanos) {
        attempts(metrics)
                .forEach((topic, attempts) -> topics.compute(topic, (name, before) -> {
                    if (before == null || attempts < before.attempts) {
                        return new Refused(attempts, nowNanos, nowNanos - PAUSE_NANOS);
                    }
                    boolean isOver = nowNanos - before.lastNanos >= PAUSE_NANOS;
                    return attempts == before.attempts
                            ? before
                            : new Refused(attempts, isOver ? nowNanos : before.sinceNanos, nowNanos);
                }));
        for (Map.Entry<String, Refused> topic : topics.entrySet()) {
            Refused refused = topic.getValue();
            if (nowNanos - refused.lastNanos < PAUSE_NANOS && nowNanos - refused.sinceNanos >= LONG_NANOS) {
                return Health.waiting("Kafka does not accept records for " + topic.getKey() + " since "
                        + TimeUnit.NANOSECONDS.toSeconds(nowNanos - refused.sinceNanos)
                        + " s: a broker is away, or too few replicas are in sync");
            }
        }
        return Health.running();
    }

    /** The sums over all producers. */
    private static Map<String, Double> attempts(Map<MetricName, ? extends Metric> metrics) {
        Map<String, Double> sums = new HashMap<>();
        metrics.forEach((name, metric) -> {
            if (name.name().equals(METRIC)
                    && name.group().equals(GROUP)
                    && metric.metricValue() instanceof Double count) {
                sums.merge(name.tags().getOrDefault("topic", ""), count, Double::sum);
            }
        });
        return sums;
    }
}
