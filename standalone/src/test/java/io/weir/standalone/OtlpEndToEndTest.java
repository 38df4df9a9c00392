package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.LongGauge;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.metrics.OtlpGrpcMetricExporter;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.AggregationTemporalitySelector;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import io.opentelemetry.sdk.metrics.export.PeriodicMetricReader;
import io.opentelemetry.sdk.resources.Resource;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.Topics;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.GatewayService;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The unmodified OpenTelemetry SDK, which exports to a gateway with a real broker. */
class OtlpEndToEndTest {
    private static final int EXPORTS = 20;
    private static final int SERIES = 50;
    private static final long PER_EXPORT = 3 * SERIES + 1;
    private static final AttributeKey<String> QUEUE = AttributeKey.stringKey("queue");
    private static final Topics TOPICS = new Topics("");

    private final EmbeddedBroker broker;

    OtlpEndToEndTest(@TempDir Path directory) {
        broker = EmbeddedBroker.start(directory, FreePorts.next(), FreePorts.next());
    }

    @Test
    void everyPointOfTheSdkIsStoredOrRefused() {
        try (EmbeddedBroker kafka = broker;
                TestTopics topics = new TestTopics(kafka);
                GatewayService gateway = gateway(kafka)) {
            gateway.start();
            eventually("the gateway is ready", () -> gateway.health().ready());
            export(OtlpHttpMetricExporter.builder()
                    .setEndpoint("http://127.0.0.1:" + gateway.port("otlp-http") + "/v1/metrics")
                    .setCompression("gzip")
                    .setAggregationTemporalitySelector(AggregationTemporalitySelector.deltaPreferred())
                    .build());
            export(OtlpGrpcMetricExporter.builder()
                    .setEndpoint("http://127.0.0.1:" + gateway.port("otlp-grpc"))
                    .setCompression("gzip")
                    .build());
            checkCounts(gateway.counts("otlp-http"));
            checkCounts(gateway.counts("otlp-grpc"));
            checkLines(topics);
        }
    }

    /** Exports all metrics many times. Each success of the exporter means that its points are safe. */
    private static void export(MetricExporter exporter) {
        Counting counting = new Counting(exporter);
        PeriodicMetricReader reader = PeriodicMetricReader.builder(counting)
                .setInterval(Duration.ofDays(1))
                .build();
        try (SdkMeterProvider provider = SdkMeterProvider.builder()
                .setResource(Resource.create(Attributes.of(
                        AttributeKey.stringKey("service.name"), "reco", AttributeKey.stringKey("x"), "y")))
                .registerMetricReader(reader)
                .build()) {
            Meter meter = provider.get("weir.test");
            LongCounter files = meter.counterBuilder("files.read").build();
            LongGauge length = meter.gaugeBuilder("queue.length").ofLongs().build();
            DoubleHistogram wait = meter.histogramBuilder("wait")
                    .setExplicitBucketBoundariesAdvice(List.of(1.0, 10.0))
                    .build();
            for (int i = 1; i <= EXPORTS; i++) {
                for (int series = 0; series < SERIES; series++) {
                    Attributes queue = Attributes.of(QUEUE, "q" + series);
                    files.add(series, queue);
                    length.set(i, queue);
                    wait.record(0.5, queue);
                    wait.record(7, queue);
                }
                length.set(1, Attributes.of(QUEUE, "two\nlines"));
                // The reader refuses to flush, and exports nothing, for a moment after it has reported success.
                eventually(
                        "an export",
                        () -> reader.forceFlush().join(30, TimeUnit.SECONDS).isSuccess());
                assertThat(counting.exported).hasValue(i * PER_EXPORT);
            }
            counting.isEnded.set(true);
        }
    }

    private static void checkCounts(InputCounts counts) {
        assertThat(counts.lines.sum()).isEqualTo(EXPORTS * PER_EXPORT);
        assertThat(counts.rejected.snapshot()).isEqualTo(Map.of("otlp-bad-attribute", (long) EXPORTS));
        assertThat(counts.acknowledged.sum()).isEqualTo(EXPORTS * (PER_EXPORT - 1));
        assertThat(counts.dropped.total() + counts.lost.total()).isZero();
        assertThat(counts.rejectedConnections.snapshot()).isEmpty();
    }

    private static void checkLines(TestTopics topics) {
        List<String> lines = new ArrayList<>();
        topics.readNow(TOPICS.raw())
                .forEach(record ->
                        lines.addAll(new String(record.value(), UTF_8).lines().toList()));
        String tags = ",queue=q7,service_name=reco ";
        assertThat(lines).filteredOn(line -> line.startsWith("files.read")).hasSize(2 * EXPORTS * SERIES);
        assertThat(lines)
                .filteredOn(line -> line.startsWith("files.read" + tags))
                .as("deltas over HTTP, sums over gRPC")
                .filteredOn(line -> line.matches(".* delta=7i \\d{19}"))
                .hasSize(EXPORTS);
        for (int i = 1; i <= EXPORTS; i++) {
            String sum = "files.read" + tags + "value=" + 7 * i + "i ";
            assertThat(lines).filteredOn(line -> line.startsWith(sum)).hasSize(1);
            String length = "queue.length" + tags + "value=" + i + "i ";
            assertThat(lines).filteredOn(line -> line.startsWith(length)).hasSize(2);
            String waits = "wait" + tags + "count=" + 2 * i + "i,sum=" + trimmed(7.5 * i)
                    + ",min=0.5,max=7,bounds=\"[1,10]\",counts=\"[" + i + "," + i + ",0]\" ";
            assertThat(lines).filteredOn(line -> line.startsWith(waits)).hasSize(1);
        }
        String delta = "wait" + tags
                + "count_delta=2i,sum_delta=7.5,min=0.5,max=7,bounds=\"[1,10]\",counts_delta=\"[1,1,0]\" ";
        assertThat(lines).filteredOn(line -> line.startsWith(delta)).hasSize(EXPORTS);
    }

    private static String trimmed(double number) {
        return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
    }

    private static GatewayService gateway(EmbeddedBroker kafka) {
        GatewayConfig config = YamlSource.text("test", """
                {id: test, spool: {bytes: 0}, udp: {enabled: false},
                 otlp-http: {enabled: true, host: 127.0.0.1, port: 0},
                 otlp-grpc: {enabled: true, host: 127.0.0.1, port: 0}}""").read(GatewayConfig::read);
        return new GatewayService(
                config,
                new KafkaSettings(kafka.bootstrap(), Map.of(), TOPICS, 4, (short) 1),
                new SimpleMeterRegistry());
    }

    /** Counts the points that are exported. Drops those of the last export, which the SDK makes when it ends. */
    private record Counting(MetricExporter exporter, AtomicLong exported, AtomicBoolean isEnded)
            implements MetricExporter {
        Counting(MetricExporter exporter) {
            this(exporter, new AtomicLong(), new AtomicBoolean());
        }

        @Override
        public CompletableResultCode export(Collection<MetricData> metrics) {
            if (isEnded.get()) {
                return CompletableResultCode.ofSuccess();
            }
            exported.addAndGet(metrics.stream()
                    .mapToInt(each -> each.getData().getPoints().size())
                    .sum());
            return exporter.export(metrics);
        }

        @Override
        public AggregationTemporality getAggregationTemporality(InstrumentType type) {
            return exporter.getAggregationTemporality(type);
        }

        @Override
        public CompletableResultCode flush() {
            return exporter.flush();
        }

        @Override
        public CompletableResultCode shutdown() {
            return exporter.shutdown();
        }
    }
}
