package io.weir.gateway.exposition;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.core.metrics.StateSet;
import io.prometheus.metrics.core.metrics.Summary;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.weir.gateway.intake.Intake;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads what Prometheus' client library for Java writes. */
class ClientLibraryTest {
    private static final String STAMP = " " + Intake.NOW_NANOS;

    private final PrometheusRegistry registry = new PrometheusRegistry();

    @BeforeEach
    void register() {
        Counter.builder()
                .name("requests")
                .labelNames("code")
                .register(registry)
                .labelValues("200")
                .inc(1027);
        Gauge.builder()
                .name("temperature")
                .labelNames("place")
                .register(registry)
                .labelValues("Gen\u00e8ve")
                .set(-1.5);
        Info.builder()
                .name("build_info")
                .labelNames("version")
                .register(registry)
                .setLabelValues("1.2");
        StateSet.builder().name("feature").states("a", "b").register(registry).setTrue("a");
        Summary summary = Summary.builder()
                .name("size")
                .quantile(0.5, 0.01)
                .quantile(0.99, 0.001)
                .register(registry);
        Histogram classic = Histogram.builder()
                .name("classic_seconds")
                .classicOnly()
                .classicUpperBounds(0.1, 1, 2.5, 10)
                .register(registry);
        Histogram both =
                Histogram.builder().name("both_seconds").labelNames("path").register(registry);
        Histogram onlyNative =
                Histogram.builder().name("native_seconds").nativeOnly().register(registry);
        for (double value : new double[] {0, 1, 1, 1, 5}) {
            summary.observe(value);
            classic.observe(value);
            both.labelValues("/a").observe(value);
            onlyNative.observe(value);
        }
    }

    @Test
    void samplesAreThoseOfItsText() throws IOException {
        // In text, a histogram without classic buckets has one for all values.
        List<String> ofText = received(ExpositionFormat.ACCEPT).stream()
                .filter(line -> !line.startsWith("native_seconds"))
                .toList();
        assertThat(ofText).hasSizeGreaterThan(25).anyMatch(line -> line.startsWith("classic_seconds_bucket,le=1.0 "));
        List<String> ofProtobuf = received(ExpositionFormat.ACCEPT_PROTOBUF);
        assertThat(ofProtobuf.stream().filter(line -> line.contains(" value="))).hasSameSizeAs(ofText);
        assertThat(ofProtobuf).containsAll(ofText);
    }

    /** 1 is in the bucket from 2^(-1/32) to 1, whose number is -1. */
    @Test
    void nativeHistogramsHaveTheirBuckets() throws IOException {
        String counts = "sum=8,count=5,scale=5i,zero_count=1,zero_threshold=" + Math.scalb(1.0, -128)
                + ",positive_offset=-1i," + "positive=\"[3" + ",0".repeat(74) + ",1]\"" + STAMP;
        assertThat(received(ExpositionFormat.ACCEPT_PROTOBUF))
                .contains("native_seconds " + counts, "both_seconds,path=/a " + counts);
    }

    /** The lines of an answer to this header, with all numbers spelled in the same way. */
    private List<String> received(String accept) throws IOException {
        ExpositionFormatWriter writer = ExpositionFormats.init().findWriter(accept);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        writer.write(body, registry.scrape());
        Intake intake = new Intake();
        ExpositionLines lines = new ExpositionLines(intake.lines);
        lines.begin(Intake.SOURCE, Intake.NOW_NANOS);
        Taken taken = lines.take(
                new TargetSeries(),
                labels -> true,
                new Body(
                        body.toByteArray(),
                        body.size(),
                        ExpositionFormat.of(writer.getContentType()),
                        true,
                        Intake.NOW_MILLIS,
                        true,
                        true));
        lines.handOver();
        intake.lines.flush();
        assertThat(taken.isWhole()).isTrue();
        return Intake.lineTexts(intake.queued()).stream()
                .map(ClientLibraryTest::normal)
                .toList();
    }

    private static String normal(String line) {
        int value = line.indexOf(" value=");
        if (value < 0) {
            return line;
        }
        int from = value + " value=".length();
        int to = line.indexOf(' ', from);
        return line.substring(0, from) + Double.parseDouble(line.substring(from, to)) + line.substring(to);
    }
}
