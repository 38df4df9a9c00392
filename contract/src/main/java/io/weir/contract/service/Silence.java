package io.weir.contract.service;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * Detects that Kafka does not answer its clients. A consumer asks twice a second, even when the
 * topic is idle and in any state of the client, so that a long silence means a failure. Covers one
 * reader, or all clients of a process; used by one thread.
 */
public final class Silence {
    /** A little longer than a group member's session: a shorter silence may be one late answer. */
    public static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(8);

    private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final String METRIC = "response-total";
    private static final Set<String> GROUPS = Set.of("consumer-metrics", "producer-metrics", "admin-client-metrics");

    private double answers;
    private long heardNanos;
    private long lookedNanos;
    private Health health = Health.running();

    /** Begins as if Kafka had just answered. */
    public Silence(long nowNanos) {
        heardNanos = nowNanos;
        lookedNanos = nowNanos;
    }

    /**
     * Call it every second or more often; it samples the metrics at most twice per second.
     *
     * @param metrics of the clients
     * @return running, or the time since the last answer
     */
    public Health after(Map<MetricName, ? extends Metric> metrics, long nowNanos) {
        if (nowNanos - lookedNanos >= LOOK_EVERY_NANOS) {
            lookedNanos = nowNanos;
            health = look(answers(metrics), nowNanos);
        }
        return health;
    }

    private Health look(double answersNow, long nowNanos) {
        // The sum decreases when a client is closed.
        if (answersNow > answers) {
            heardNanos = nowNanos;
        }
        answers = answersNow;
        long silentNanos = nowNanos - heardNanos;
        return silentNanos < LATE_NANOS
                ? Health.running()
                : Health.waiting(
                        "Kafka does not answer: no response for " + TimeUnit.NANOSECONDS.toSeconds(silentNanos) + " s");
    }

    private static double answers(Map<MetricName, ? extends Metric> metrics) {
        double sum = 0;
        for (Map.Entry<MetricName, ? extends Metric> each : metrics.entrySet()) {
            MetricName name = each.getKey();
            if (name.name().equals(METRIC)
                    && GROUPS.contains(name.group())
                    && each.getValue().metricValue() instanceof Double count) {
                sum += count;
            }
        }
        return sum;
    }
}
