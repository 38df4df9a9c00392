package io.weir.standalone.probe.out;

import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsPartialSuccess;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.weir.contract.http.HttpCalls.Answer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Requests of OTLP. Each field is a metric {@code measurement.field}: a monotonic cumulative sum if
 * it is a counter, otherwise a gauge. Tags are attributes of the data points. Not thread-safe.
 */
final class OtlpRequests {
    private static final String HOSTNAME = "hostname";
    private static final String SERVICE = "weir-probe";

    private final CounterStarts starts = new CounterStarts();

    ExportMetricsServiceRequest request(Round round) {
        Map<String, Metric.Builder> metrics = new LinkedHashMap<>();
        for (Point point : round.points()) {
            List<KeyValue> attributes = attributes(point.series().tags());
            for (Value value : point.values()) {
                String name = point.series().measurement() + "." + value.field();
                add(metrics.computeIfAbsent(name, any -> Metric.newBuilder().setName(any)), point, value, attributes);
            }
        }
        starts.endRound();
        ExportMetricsServiceRequest.Builder request = ExportMetricsServiceRequest.newBuilder();
        var resource = request.addResourceMetricsBuilder();
        resource.getResourceBuilder().addAttributes(attribute("service.name", SERVICE));
        hostname(round).ifPresent(name -> resource.getResourceBuilder().addAttributes(attribute("host.name", name)));
        var scope = resource.addScopeMetricsBuilder();
        scope.getScopeBuilder().setName(SERVICE);
        metrics.values().forEach(scope::addMetrics);
        return request.build();
    }

    /** Reads from the answer to a request that succeeded how many data points the server refused. */
    static Reply success(Answer answer) {
        try {
            ExportMetricsPartialSuccess part =
                    ExportMetricsServiceResponse.parseFrom(answer.bytes()).getPartialSuccess();
            return part.getRejectedDataPoints() > 0
                    ? Reply.partly(
                            part.getRejectedDataPoints(),
                            part.getRejectedDataPoints() + " data points: " + part.getErrorMessage())
                    : Reply.accepted();
        } catch (InvalidProtocolBufferException e) {
            // Some servers answer with JSON or text.
            return Reply.accepted();
        }
    }

    private void add(Metric.Builder metric, Point point, Value value, List<KeyValue> attributes) {
        NumberDataPoint.Builder to;
        if (value.isCounter()) {
            to = metric.getSumBuilder()
                    .setIsMonotonic(true)
                    .setAggregationTemporality(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE)
                    .addDataPointsBuilder()
                    .setStartTimeUnixNano(starts.startNanos(point, value));
        } else {
            to = metric.getGaugeBuilder().addDataPointsBuilder();
        }
        to.setTimeUnixNano(point.timestampNanos()).addAllAttributes(attributes);
        if (value.number() instanceof Long count) {
            to.setAsInt(count);
        } else {
            to.setAsDouble(value.number().doubleValue());
        }
    }

    private static Optional<String> hostname(Round round) {
        return round.points().stream()
                .map(point -> point.series().tags().get(HOSTNAME))
                .findFirst();
    }

    private static List<KeyValue> attributes(Map<String, String> tags) {
        return tags.entrySet().stream()
                .map(tag -> attribute(tag.getKey(), tag.getValue()))
                .toList();
    }

    private static KeyValue attribute(String key, String value) {
        return KeyValue.newBuilder()
                .setKey(key)
                .setValue(AnyValue.newBuilder().setStringValue(value))
                .build();
    }
}
