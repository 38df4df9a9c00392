package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.metrics.OtlpGrpcMetricExporter;
import io.opentelemetry.sdk.metrics.Aggregation;
import io.opentelemetry.sdk.metrics.InstrumentSelector;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.View;
import io.opentelemetry.sdk.metrics.export.AggregationTemporalitySelector;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import io.opentelemetry.sdk.metrics.export.PeriodicMetricReader;
import io.opentelemetry.sdk.resources.Resource;
import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Service;
import io.weir.contract.topic.Topics;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.GatewayService;
import io.weir.processing.ProcessingConfig;
import io.weir.processing.ProcessingService;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Percentiles and shares of histograms that the unmodified OpenTelemetry SDK sends, against the observations
 * themselves. One sender reports increments over HTTP, the other one totals over gRPC.
 */
@Tag("long")
@Tag("waits")
class OtlpPercentilesTest {
    private static final int EXPORTS = 12;
    private static final List<Double> BOUNDS = List.of(0.25, 0.5, 1.0, 2.0, 4.0, 8.0);
    private static final Topics TOPICS = new Topics("");
    private static final Rules RULES = Rules.fixed(RuleLoader.parse("rules.yaml", """
            version: 1
            aggregate:
              - {name: wait, match: {measurement: wait}, by: [service_name], exponential: s, functions: [median, p99], merged: true, window: 2s, grace: 20s, as: waits}
              - {name: size, match: {measurement: size}, by: [service_name], histogram: s, functions: [median, p99], merged: true, window: 2s, grace: 20s, as: sizes}
              - {name: small, match: {measurement: size}, by: [service_name], histogram: s, functions: [share, count], where: value <= 1, window: 2s, grace: 20s, as: small}
            """));

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** The observations of each export, in the order of the exports. */
    private final List<double[]> exports = new ArrayList<>();

    @Test
    void percentilesAreThoseOfTheObservations(@TempDir Path directory) {
        try (EmbeddedBroker broker =
                        EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
                TestTopics topics = new TestTopics(broker);
                GatewayService gateway = gateway(kafka(broker));
                ProcessingService processing = new ProcessingService(
                        ProcessingConfig.defaults().withStateDirectory(directory.resolve("processing")),
                        RULES,
                        kafka(broker),
                        new SimpleMeterRegistry())) {
            List<Service> services = List.of(gateway, processing);
            services.forEach(Service::start);
            eventually("both are ready", () -> services.stream()
                    .allMatch(each -> each.health().ready()));
            try (Sender increments = sender(OtlpHttpMetricExporter.builder()
                            .setEndpoint("http://127.0.0.1:" + gateway.port("otlp-http") + "/v1/metrics")
                            .setAggregationTemporalitySelector(AggregationTemporalitySelector.deltaPreferred())
                            .build());
                    Sender totals = sender(OtlpGrpcMetricExporter.builder()
                            .setEndpoint("http://127.0.0.1:" + gateway.port("otlp-grpc"))
                            .build())) {
                // The first report of totals says nothing about when its observations were made.
                totals.export(new double[] {1e6, 1e-6});
                for (int export = 0; export < EXPORTS; export++) {
                    double[] observations = observations();
                    exports.add(observations);
                    (random.nextBoolean() ? increments : totals).export(observations);
                }
            }
            long all = exports.stream().mapToLong(each -> each.length).sum();
            for (String measurement : List.of("waits", "sizes")) {
                eventually(
                        "all " + measurement,
                        () -> results(topics, measurement).values().stream()
                                        .mapToDouble(each -> number(each, "count_delta"))
                                        .sum()
                                >= all);
            }
            results(topics, "waits").values().forEach(new Windows()::checkExponential);
            Map<Long, Map<String, String>> sizes = results(topics, "sizes");
            sizes.values().forEach(new Windows()::checkExplicit);
            eventually("all shares", () -> results(topics, "small").keySet().containsAll(sizes.keySet()));
            Map<Long, Map<String, String>> small = results(topics, "small");
            Windows windows = new Windows();
            sizes.forEach((time, size) -> windows.checkShare(size, small.getOrDefault(time, Map.of())));
        }
    }

    /** Takes the exports of one window after the other: each is one line, with one timestamp. */
    private final class Windows {
        private int next;

        private double[] sorted(Map<String, String> result) {
            List<Double> observations = new ArrayList<>();
            while (observations.size() < number(result, "count_delta")) {
                Arrays.stream(exports.get(next++)).forEach(observations::add);
            }
            assertThat((double) observations.size()).as("seed %d", seed).isEqualTo(number(result, "count_delta"));
            return observations.stream()
                    .mapToDouble(Double::doubleValue)
                    .sorted()
                    .toArray();
        }

        /** The exact percentile is in the same bucket, so it differs by less than the factor of a bucket. */
        void checkExponential(Map<String, String> result) {
            double[] sorted = sorted(result);
            double factor = Math.pow(2, Math.pow(2, -number(result, "scale")));
            assertThat(factor).as("seed %d", seed).isLessThan(1.2);
            assertThat(number(result, "s_median") / exact(sorted, 0.5))
                    .as("seed %d", seed)
                    .isBetween(1 / factor, factor);
            assertThat(number(result, "s_p99") / exact(sorted, 0.99))
                    .as("seed %d", seed)
                    .isBetween(1 / factor, factor);
        }

        void checkExplicit(Map<String, String> result) {
            double[] sorted = sorted(result);
            assertThat(bucket(number(result, "s_median"))).as("seed %d", seed).isEqualTo(bucket(exact(sorted, 0.5)));
            assertThat(bucket(number(result, "s_p99"))).as("seed %d", seed).isEqualTo(bucket(exact(sorted, 0.99)));
        }

        void checkShare(Map<String, String> size, Map<String, String> small) {
            double[] sorted = sorted(size);
            double count = Arrays.stream(sorted).filter(each -> each <= 1).count();
            assertThat(number(small, "s_count")).as("seed %d", seed).isEqualTo(count);
            assertThat(number(small, "s_share")).as("seed %d", seed).isEqualTo(count / sorted.length);
        }
    }

    private static double exact(double[] sorted, double share) {
        return sorted[(int) Math.ceil(share * sorted.length) - 1];
    }

    /** The number of its bucket. A percentile beyond the last bound is that bound. */
    private static long bucket(double value) {
        return Math.min(
                BOUNDS.size() - 1,
                BOUNDS.stream().filter(bound -> bound < value).count());
    }

    private double[] observations() {
        double[] observations = new double[500 + random.nextInt(1_000)];
        Arrays.setAll(observations, unused -> Math.exp(random.nextGaussian()));
        return observations;
    }

    private static double number(Map<String, String> result, String field) {
        return Double.parseDouble(result.getOrDefault(field, "NaN").replaceAll("i$", ""));
    }

    /** The fields of the results that have observations, by the time of their windows. */
    private static Map<Long, Map<String, String>> results(TestTopics topics, String measurement) {
        Map<Long, Map<String, String>> byTime = new TreeMap<>();
        topics.readNow(TOPICS.storage()).stream()
                .flatMap(record -> new String(record.value(), UTF_8).lines())
                .filter(line ->
                        line.startsWith(measurement + ",") && !line.matches(".*[ ,](sources=0i|count_delta=0\\.0),.*"))
                .forEach(line -> {
                    String[] parts = line.split(" ");
                    byTime.put(Long.parseLong(parts[2]), fields(parts[1]));
                });
        return byTime;
    }

    private static Map<String, String> fields(String text) {
        Collection<String> fields = List.of(text.split(",(?=[a-z])"));
        return fields.stream()
                .collect(Collectors.toMap(
                        field -> field.substring(0, field.indexOf('=')),
                        field -> field.substring(field.indexOf('=') + 1)));
    }

    private static Sender sender(MetricExporter exporter) {
        PeriodicMetricReader reader = PeriodicMetricReader.builder(exporter)
                .setInterval(Duration.ofDays(1))
                .build();
        SdkMeterProvider provider = SdkMeterProvider.builder()
                .setResource(Resource.create(Attributes.of(AttributeKey.stringKey("service.name"), "reco").toBuilder()
                        .put("service.instance.id", exporter.getClass().getSimpleName())
                        .build()))
                .registerView(
                        InstrumentSelector.builder().setName("wait").build(),
                        View.builder()
                                .setAggregation(Aggregation.base2ExponentialBucketHistogram())
                                .build())
                .registerMetricReader(reader)
                .build();
        return new Sender(
                provider,
                reader,
                provider.get("weir.test").histogramBuilder("wait").build(),
                provider.get("weir.test")
                        .histogramBuilder("size")
                        .setExplicitBucketBoundariesAdvice(BOUNDS)
                        .build());
    }

    private record Sender(
            SdkMeterProvider provider, PeriodicMetricReader reader, DoubleHistogram waits, DoubleHistogram sizes)
            implements AutoCloseable {

        void export(double[] observations) {
            for (double each : observations) {
                waits.record(each);
                sizes.record(each);
            }
            // The reader refuses to flush, and exports nothing, for a moment after it has reported success.
            eventually(
                    "an export",
                    () -> reader.forceFlush().join(30, TimeUnit.SECONDS).isSuccess());
        }

        @Override
        public void close() {
            provider.close();
        }
    }

    private static GatewayService gateway(KafkaSettings kafka) {
        GatewayConfig config = YamlSource.text("test", """
                {id: test, spool: {bytes: 0}, udp: {enabled: false},
                 otlp-http: {enabled: true, host: 127.0.0.1, port: 0},
                 otlp-grpc: {enabled: true, host: 127.0.0.1, port: 0}}""").read(GatewayConfig::read);
        return new GatewayService(config, kafka, new SimpleMeterRegistry());
    }

    private static KafkaSettings kafka(EmbeddedBroker broker) {
        return new KafkaSettings(broker.bootstrap(), Map.of(), TOPICS, 4, (short) 1);
    }
}
