package io.weir.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Gauge;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import io.weir.gateway.remotewrite.RemoteWriteVersion;
import io.weir.gateway.testing.SentSeries;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The same metrics, one of each series, in the messages of each protocol. */
public final class ProtocolMessages {
    public static final int SERIES = 10_000;
    private static final long MILLIS = 1_700_000_000_000L;
    private static final String[] DETECTORS = {"TPC", "ITS", "TOF", "MCH"};
    private static final List<Point> POINTS = points();

    /** A metric of the series {@code cpu_usage}. */
    public record Point(String detector, String host, double value) {}

    private ProtocolMessages() {}

    private static List<Point> points() {
        Random random = new Random(42);
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < SERIES; i++) {
            points.add(new Point(
                    DETECTORS[i % DETECTORS.length], String.format("flp%05d", i), random.nextInt(1_000_000) / 1e4));
        }
        return points;
    }

    /** Messages of a text protocol. */
    public static List<byte[]> text(int perMessage, Function<Point, String> line) {
        return messages(perMessage, points -> points.stream()
                .map(line)
                .collect(Collectors.joining("\n"))
                .getBytes(US_ASCII));
    }

    /** Messages with an array of JSON records. */
    static List<byte[]> json(int perMessage) {
        return messages(perMessage, points -> points.stream()
                .map(point -> "{\"detector\":\"%s\",\"hostname\":\"%s\",\"rolename\":\"flp\",\"value\":%s,\"time\":%d}"
                        .formatted(point.detector, point.host, point.value, MILLIS))
                .collect(Collectors.joining(",", "[", "]"))
                .getBytes(US_ASCII));
    }

    static List<byte[]> remoteWrite(int perMessage, RemoteWriteVersion version) {
        return messages(
                perMessage,
                points -> SentSeries.body(
                        version,
                        points.stream()
                                .map(point -> SentSeries.of(
                                        "__name__=cpu_usage,detector=%s,hostname=%s,rolename=flp"
                                                .formatted(point.detector, point.host),
                                        point.value,
                                        MILLIS))
                                .toList()));
    }

    static List<byte[]> otlp(int perMessage) {
        return messages(perMessage, points -> {
            Gauge.Builder gauge = Gauge.newBuilder();
            for (Point point : points) {
                gauge.addDataPoints(NumberDataPoint.newBuilder()
                        .setTimeUnixNano(MILLIS * 1_000_000)
                        .setAsDouble(point.value)
                        .addAttributes(attribute("detector", point.detector))
                        .addAttributes(attribute("hostname", point.host))
                        .addAttributes(attribute("rolename", "flp")));
            }
            Metric metric =
                    Metric.newBuilder().setName("cpu_usage").setGauge(gauge).build();
            return ExportMetricsServiceRequest.newBuilder()
                    .addResourceMetrics(ResourceMetrics.newBuilder()
                            .addScopeMetrics(ScopeMetrics.newBuilder().addMetrics(metric)))
                    .build()
                    .toByteArray();
        });
    }

    private static KeyValue attribute(String key, String value) {
        return KeyValue.newBuilder()
                .setKey(key)
                .setValue(AnyValue.newBuilder().setStringValue(value))
                .build();
    }

    private static List<byte[]> messages(int perMessage, Function<List<Point>, byte[]> message) {
        if (SERIES % perMessage != 0) {
            throw new IllegalArgumentException(SERIES + " metrics do not fill messages of " + perMessage);
        }
        List<byte[]> messages = new ArrayList<>();
        for (int from = 0; from < SERIES; from += perMessage) {
            messages.add(message.apply(POINTS.subList(from, from + perMessage)));
        }
        return messages;
    }
}
