package io.weir.contract.service;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * Whether Kafka answers its clients: it no longer does where nothing came for long, be it that there is nothing to read. Whatever they
 * wait for, and in whatever state they are: a consumer asks twice a second. For one reader, or all of a process; used by one thread.
 */
public final class Silence {
    // A little longer than the session of a member of a group: until then it may be one answer that is late.
    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(8);
    private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final String METRIC = "response-total";
    private static final Set<String> GROUPS = Set.of("consumer-metrics", "producer-metrics", "admin-client-metrics");

    private double answers;
    private long heardNanos;
    private long lookedNanos;
    private Health health = Health.running();

    /** As if it had just answered. */
    public Silence(long nowNanos) {
        heardNanos = nowNanos;
        lookedNanos = nowNanos;
    }

    /**
     * To be asked every second or more often: it looks no more often than twice.
     *
     * @param metrics of the clients
     * @return running, or for how long nothing was heard
     */
    public Health after(Map<MetricName, ? extends Metric> metrics, long nowNanos) {
        if (nowNanos - lookedNanos >= LOOK_EVERY_NANOS) {
            lookedNanos = nowNanos;
            health = look(answers(metrics), nowNanos);
        }
        return health;
    }

    private Health look(double answersNow, long nowNanos) {
        // Fewer where a client was closed.
        if (answersNow > answers) {
            heardNanos = nowNanos;
        }
        answers = answersNow;
        long silentNanos = nowNanos - heardNanos;
        return silentNanos < LATE_NANOS
                ? Health.running()
                : Health.waiting("Kafka does not answer: nothing heard for "
                        + TimeUnit.NANOSECONDS.toSeconds(silentNanos) + " s");
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
