package io.weir.gateway.otlp;

import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.Gauge;
import io.opentelemetry.proto.metrics.v1.Histogram;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;

/** Parts of requests. */
final class Requests {
    static final AggregationTemporality DELTA = AggregationTemporality.AGGREGATION_TEMPORALITY_DELTA;
    static final AggregationTemporality CUMULATIVE = AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE;
    static final long STAMP = 1_790_000_000_000_000_000L;

    private Requests() {}

    static KeyValue attribute(String key, String value) {
        return attribute(key, AnyValue.newBuilder().setStringValue(value));
    }

    static KeyValue attribute(String key, AnyValue.Builder value) {
        return KeyValue.newBuilder().setKey(key).setValue(value).build();
    }

    static NumberDataPoint.Builder point(double value) {
        return NumberDataPoint.newBuilder().setTimeUnixNano(STAMP).setAsDouble(value);
    }

    static Metric.Builder metric(String name) {
        return Metric.newBuilder().setName(name);
    }

    static Metric.Builder gauge(String name, NumberDataPoint.Builder point) {
        return metric(name).setGauge(Gauge.newBuilder().addDataPoints(point));
    }

    /** A request with these metrics, without resource. */
    static ExportMetricsServiceRequest request(Metric.Builder... metrics) {
        ScopeMetrics.Builder scope = ScopeMetrics.newBuilder();
        for (Metric.Builder each : metrics) {
            scope.addMetrics(each);
        }
        return ExportMetricsServiceRequest.newBuilder()
                .addResourceMetrics(ResourceMetrics.newBuilder().addScopeMetrics(scope))
                .build();
    }

    static Metric.Builder histogram(String name, AggregationTemporality temporality, HistogramDataPoint.Builder point) {
        return metric(name)
                .setHistogram(Histogram.newBuilder()
                        .setAggregationTemporality(temporality)
                        .addDataPoints(point));
    }
}
