package io.weir.contract.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.Test;

class SilenceTest {
    private static final long BEGIN = TimeUnit.SECONDS.toNanos(-3);

    private final Map<MetricName, Metric> metrics = new HashMap<>();
    private final Silence silence = new Silence(BEGIN);

    @Test
    void reportsSilenceUntilKafkaAnswers() {
        assertThat(after(7.9)).isEqualTo(Health.running());
        assertThat(after(8.4)).isEqualTo(silentFor(8));
        assertThat(after(612.5)).isEqualTo(silentFor(612));

        answers("consumer-metrics", "a", 18);
        assertThat(after(613)).isEqualTo(Health.running());
        assertThat(after(620.9)).isEqualTo(Health.running());
        assertThat(after(621.4)).isEqualTo(silentFor(8));
    }

    @Test
    void countsAnswersToAnyClientButNotItsEnd() {
        answers("consumer-metrics", "a", 100);
        answers("producer-metrics", "b", 40);
        assertThat(after(7)).isEqualTo(Health.running());
        answers("producer-metrics", "b", 41);
        assertThat(after(14)).isEqualTo(Health.running());

        metrics.remove(name("response-total", "consumer-metrics", "a"));
        assertThat(after(22)).isEqualTo(silentFor(8));
        answers("admin-client-metrics", "c", 1);
        assertThat(after(23)).isEqualTo(Health.running());
    }

    @Test
    void whatIsCountedByNodeOrIsNoAnswerDoesNotCount() {
        answers("consumer-node-metrics", "a", 1);
        put("request-total", "consumer-metrics", "a", 1);
        assertThat(after(9)).isEqualTo(silentFor(9));
    }

    private Health after(double seconds) {
        return silence.after(metrics, BEGIN + (long) (seconds * TimeUnit.SECONDS.toNanos(1)));
    }

    private static Health silentFor(int seconds) {
        return Health.waiting("Kafka does not answer: no response for " + seconds + " s");
    }

    private void answers(String group, String client, double count) {
        put("response-total", group, client, count);
    }

    private void put(String name, String group, String client, double value) {
        MetricName metric = name(name, group, client);
        metrics.put(metric, new Value(metric, value));
    }

    private static MetricName name(String name, String group, String client) {
        return new MetricName(name, group, "", Map.of("client-id", client));
    }

    private record Value(MetricName metricName, Object metricValue) implements Metric {}
}
