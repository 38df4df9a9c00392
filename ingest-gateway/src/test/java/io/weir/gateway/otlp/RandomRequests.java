package io.weir.gateway.otlp;

import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.ArrayValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.Exemplar;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogram;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint.Buckets;
import io.opentelemetry.proto.metrics.v1.Gauge;
import io.opentelemetry.proto.metrics.v1.Histogram;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import io.opentelemetry.proto.metrics.v1.Sum;
import io.opentelemetry.proto.metrics.v1.Summary;
import io.opentelemetry.proto.metrics.v1.SummaryDataPoint;
import io.opentelemetry.proto.metrics.v1.SummaryDataPoint.ValueAtQuantile;
import io.opentelemetry.proto.resource.v1.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random requests; about one point in ten is wrong. */
final class RandomRequests {
    private static final String[] NAMES = {"a", "http.server.duration", "système", "b c", "k8s/x=y,z", "", "#c"};
    private static final String[] KEYS = {"host.name", "service.name", "z", "b c", "a,b", "k=v", "é"};
    private static final String[] TEXTS = {"", "flp1", "a b", "x=y", "ü,", "c:\\d", "\"q\"", "two\nlines"};

    private final SplittableRandom random;

    RandomRequests(SplittableRandom random) {
        this.random = random;
    }

    ExportMetricsServiceRequest next() {
        ExportMetricsServiceRequest.Builder request = ExportMetricsServiceRequest.newBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            ResourceMetrics.Builder resource = request.addResourceMetricsBuilder()
                    .setResource(Resource.newBuilder().addAllAttributes(attributes()));
            for (int j = random.nextInt(3); j > 0; j--) {
                resource.addScopeMetrics(scope());
            }
        }
        return request.build();
    }

    private ScopeMetrics.Builder scope() {
        ScopeMetrics.Builder scope = ScopeMetrics.newBuilder()
                .setScope(InstrumentationScope.newBuilder().setName(pick(TEXTS)));
        for (int i = random.nextInt(5); i > 0; i--) {
            scope.addMetrics(metric());
        }
        return scope;
    }

    private Metric.Builder metric() {
        Metric.Builder metric =
                Metric.newBuilder().setName(pick(NAMES)).setUnit("s").setDescription("of no use");
        List<KeyValue> attributes = attributes();
        return switch (random.nextInt(11)) {
            case 0, 1, 2 ->
                metric.setGauge(
                        Gauge.newBuilder().addDataPoints(number(attributes)).addDataPoints(number(attributes())));
            case 3, 4, 5 ->
                metric.setSum(Sum.newBuilder()
                        .setAggregationTemporality(temporality())
                        .setIsMonotonic(random.nextBoolean())
                        .addDataPoints(number(attributes)));
            case 6, 7 ->
                metric.setHistogram(Histogram.newBuilder()
                        .setAggregationTemporality(temporality())
                        .addDataPoints(histogram(attributes)));
            case 8 ->
                metric.setExponentialHistogram(ExponentialHistogram.newBuilder()
                        .setAggregationTemporality(temporality())
                        .addDataPoints(exponential(attributes)));
            case 9 -> metric.setSummary(Summary.newBuilder().addDataPoints(summary(attributes)));
            default -> metric;
        };
    }

    private NumberDataPoint.Builder number(List<KeyValue> attributes) {
        NumberDataPoint.Builder point = NumberDataPoint.newBuilder()
                .setTimeUnixNano(time())
                .setStartTimeUnixNano(Requests.STAMP - 1)
                .setFlags(flags())
                .addAllAttributes(attributes)
                .addExemplars(Exemplar.newBuilder().setAsDouble(1));
        return switch (random.nextInt(12)) {
            case 0 -> point;
            case 1, 2, 3, 4, 5 -> point.setAsInt(random.nextLong());
            default -> point.setAsDouble(real());
        };
    }

    private HistogramDataPoint.Builder histogram(List<KeyValue> attributes) {
        HistogramDataPoint.Builder point = HistogramDataPoint.newBuilder()
                .setTimeUnixNano(time())
                .setFlags(flags())
                .addAllAttributes(attributes)
                .setCount(count());
        if (random.nextBoolean()) {
            point.setSum(real()).setMin(real()).setMax(real());
        }
        int bounds = random.nextInt(4);
        for (int i = 0; i < bounds; i++) {
            point.addExplicitBounds(i + 0.5).addBucketCounts(count());
        }
        return random.nextInt(10) == 0 ? point : point.addBucketCounts(count());
    }

    private ExponentialHistogramDataPoint.Builder exponential(List<KeyValue> attributes) {
        ExponentialHistogramDataPoint.Builder point = ExponentialHistogramDataPoint.newBuilder()
                .setTimeUnixNano(time())
                .setFlags(flags())
                .addAllAttributes(attributes)
                .setCount(count())
                .setZeroCount(count())
                .setZeroThreshold(real())
                .setScale(random.nextInt(-10, 20))
                .setPositive(buckets());
        return random.nextBoolean() ? point.setSum(real()) : point.setNegative(buckets());
    }

    private Buckets buckets() {
        Buckets.Builder buckets = Buckets.newBuilder().setOffset(random.nextInt(-100, 100));
        for (int i = random.nextInt(4); i > 0; i--) {
            buckets.addBucketCounts(count());
        }
        return buckets.build();
    }

    private SummaryDataPoint.Builder summary(List<KeyValue> attributes) {
        SummaryDataPoint.Builder point = SummaryDataPoint.newBuilder()
                .setTimeUnixNano(time())
                .setFlags(flags())
                .addAllAttributes(attributes)
                .setCount(count())
                .setSum(real());
        for (double quantile : new double[] {0, 0.5, 0.75, 0.999, 1}) {
            if (random.nextBoolean()) {
                point.addQuantileValues(
                        ValueAtQuantile.newBuilder().setQuantile(quantile).setValue(real()));
            }
        }
        return point;
    }

    private List<KeyValue> attributes() {
        List<KeyValue> attributes = new ArrayList<>();
        for (String key : KEYS) {
            if (random.nextInt(3) == 0) {
                attributes.add(Requests.attribute(key, value()));
            }
        }
        if (random.nextInt(50) == 0) {
            attributes.add(Requests.attribute("", "x"));
        }
        return attributes;
    }

    private AnyValue.Builder value() {
        AnyValue.Builder value = AnyValue.newBuilder();
        return switch (random.nextInt(20)) {
            case 0 -> value.setIntValue(random.nextLong());
            case 1 -> value.setBoolValue(random.nextBoolean());
            case 2 ->
                value.setArrayValue(ArrayValue.newBuilder()
                        .addValues(AnyValue.newBuilder().setIntValue(7))
                        .addValues(AnyValue.newBuilder().setStringValue("x")));
            default ->
                value.setStringValue(TEXTS[random.nextInt(random.nextInt(10) == 0 ? TEXTS.length : TEXTS.length - 1)]);
        };
    }

    private double real() {
        return switch (random.nextInt(30)) {
            case 0 -> Double.NaN;
            case 1 -> Double.POSITIVE_INFINITY;
            default -> random.nextInt(-1_000_000, 1_000_000) / 4.0;
        };
    }

    private long count() {
        return random.nextInt(40) == 0 ? -1 - random.nextInt(9) : random.nextInt(1000);
    }

    /** A count that exceeds 63 bits is refused, but not in a bucket. */
    private long time() {
        return random.nextInt(20) == 0 ? -1 : Requests.STAMP + random.nextInt(1000);
    }

    private int flags() {
        return random.nextInt(15) == 0 ? 1 : 0;
    }

    private AggregationTemporality temporality() {
        return switch (random.nextInt(12)) {
            case 0 -> AggregationTemporality.AGGREGATION_TEMPORALITY_UNSPECIFIED;
            case 1, 2, 3, 4 -> Requests.DELTA;
            default -> Requests.CUMULATIVE;
        };
    }

    private String pick(String[] from) {
        return from[random.nextInt(from.length)];
    }
}
