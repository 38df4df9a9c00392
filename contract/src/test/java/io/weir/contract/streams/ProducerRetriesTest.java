package io.weir.contract.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.service.Health;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.Test;

class ProducerRetriesTest {
    private static final long BEGIN = TimeUnit.SECONDS.toNanos(-3);

    private final Map<MetricName, Metric> metrics = new HashMap<>();
    private final ProducerRetries retries = new ProducerRetries();

    @Test
    void namesATopicThatIsTriedForLong() {
        assertThat(after(0, 0).ready()).isTrue();
        for (int second = 1; second <= 8; second++) {
            assertThat(after(second, second).ready()).isTrue();
        }
        assertThat(after(9, 9).detail())
                .startsWith("Kafka does not accept records for metrics.storage since 8 s: ")
                .endsWith("replicas are in sync");
        assertThat(after(12, 9).ready()).isFalse();
        assertThat(after(13, 9).ready()).isTrue();
    }

    /** A new leader, or a throttled request. */
    @Test
    void fewRetriesNowAndThenAreUsual() {
        for (int second = 0; second < 60; second++) {
            assertThat(after(second, Math.floorDiv(second, 6)).ready()).isTrue();
        }
    }

    @Test
    void theEndOfAProducerIsNoRetry() {
        for (int second = 0; second < 30; second++) {
            assertThat(after(second, 100 - second).ready()).isTrue();
        }
    }

    private Health after(int seconds, double attempts) {
        MetricName name = new MetricName(
                "record-retry-total",
                "producer-topic-metrics",
                "",
                Map.of("client-id", "a", "topic", "metrics.storage"));
        metrics.put(name, new Attempts(name, attempts));
        return retries.after(metrics, BEGIN + TimeUnit.SECONDS.toNanos(seconds));
    }

    private record Attempts(MetricName metricName, Double metricValue) implements Metric {}
}
