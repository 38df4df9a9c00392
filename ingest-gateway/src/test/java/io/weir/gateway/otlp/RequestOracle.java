package io.weir.gateway.otlp;

import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import io.opentelemetry.proto.metrics.v1.SummaryDataPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The lines of requests, by texts and maps. Knows the values of {@link RandomRequests} only: numbers
 * with at most two decimals, and attributes that are texts, integers, flags or one array.
 */
final class RequestOracle {
    final List<String> lines = new ArrayList<>();
    int refused;

    private final Map<String, String> shared = new TreeMap<>();
    /** The fields of the current point; null if it is refused. */
    private List<String> fields = new ArrayList<>();

    private boolean isBad;

    void take(ExportMetricsServiceRequest request) {
        for (ResourceMetrics resource : request.getResourceMetricsList()) {
            shared.clear();
            for (KeyValue each : resource.getResource().getAttributesList()) {
                if (List.of("host.name", "service.name").contains(each.getKey())) {
                    shared.put(each.getKey().replace('.', '_'), text(each.getValue()));
                }
            }
            for (ScopeMetrics scope : resource.getScopeMetricsList()) {
                scope.getMetricsList().forEach(this::take);
            }
        }
    }

    private void take(Metric metric) {
        if (metric.getDataCase() == Metric.DataCase.DATA_NOT_SET) {
            refused++;
        }
        for (NumberDataPoint each : metric.getGauge().getDataPointsList()) {
            number("value", each);
            line(metric.getName(), each.getAttributesList(), each.getFlags(), each.getTimeUnixNano());
        }
        for (NumberDataPoint each : metric.getSum().getDataPointsList()) {
            String suffix = suffix(metric.getSum().getAggregationTemporality());
            number(suffix.isEmpty() ? "value" : "delta", each);
            line(metric.getName(), each.getAttributesList(), each.getFlags(), each.getTimeUnixNano());
        }
        for (HistogramDataPoint each : metric.getHistogram().getDataPointsList()) {
            histogram(suffix(metric.getHistogram().getAggregationTemporality()), each);
            line(metric.getName(), each.getAttributesList(), each.getFlags(), each.getTimeUnixNano());
        }
        for (ExponentialHistogramDataPoint each :
                metric.getExponentialHistogram().getDataPointsList()) {
            exponential(suffix(metric.getExponentialHistogram().getAggregationTemporality()), each);
            line(metric.getName(), each.getAttributesList(), each.getFlags(), each.getTimeUnixNano());
        }
        for (SummaryDataPoint each : metric.getSummary().getDataPointsList()) {
            count("count", each.getCount());
            real("sum", each.getSum());
            each.getQuantileValuesList().stream()
                    .filter(one -> !Double.isNaN(one.getValue()))
                    .forEach(one -> real("p" + number(one.getQuantile() * 100).replace('.', '_'), one.getValue()));
            line(metric.getName(), each.getAttributesList(), each.getFlags(), each.getTimeUnixNano());
        }
    }

    private String suffix(AggregationTemporality temporality) {
        isNoTemporality = temporality == AggregationTemporality.AGGREGATION_TEMPORALITY_UNSPECIFIED;
        return temporality == Requests.DELTA ? "_delta" : "";
    }

    private boolean isNoTemporality;

    private void number(String name, NumberDataPoint point) {
        switch (point.getValueCase()) {
            case AS_INT -> fields.add(name + "=" + point.getAsInt() + "i");
            case AS_DOUBLE -> real(name, point.getAsDouble());
            case VALUE_NOT_SET -> isBad = true;
        }
    }

    private void histogram(String suffix, HistogramDataPoint point) {
        count("count" + suffix, point.getCount());
        if (point.hasSum()) {
            real("sum" + suffix, point.getSum());
            real("min", point.getMin());
            real("max", point.getMax());
        }
        if (point.getBucketCountsCount() > 0) {
            fields.add("bounds=\""
                    + point.getExplicitBoundsList().stream()
                            .map(RequestOracle::number)
                            .collect(Collectors.joining(",", "[", "]"))
                    + '"');
            counts("counts" + suffix, point.getBucketCountsList());
        }
        isBad |= point.getBucketCountsCount() != point.getExplicitBoundsCount() + 1
                && point.getBucketCountsCount() + point.getExplicitBoundsCount() > 0;
    }

    private void exponential(String suffix, ExponentialHistogramDataPoint point) {
        count("count" + suffix, point.getCount());
        count("zero_count" + suffix, point.getZeroCount());
        if (point.hasSum()) {
            real("sum" + suffix, point.getSum());
        }
        real("zero_threshold", point.getZeroThreshold());
        fields.add("scale=" + point.getScale() + "i");
        if (point.getPositive().getBucketCountsCount() > 0) {
            fields.add("positive_offset=" + point.getPositive().getOffset() + "i");
            counts("positive" + suffix, point.getPositive().getBucketCountsList());
        }
        if (point.getNegative().getBucketCountsCount() > 0) {
            fields.add("negative_offset=" + point.getNegative().getOffset() + "i");
            counts("negative" + suffix, point.getNegative().getBucketCountsList());
        }
    }

    private void counts(String name, List<Long> counts) {
        fields.add(name + "=\"" + counts.stream().map(Long::toUnsignedString).collect(Collectors.joining(",", "[", "]"))
                + '"');
    }

    private void count(String name, long count) {
        isBad |= count < 0;
        fields.add(name + "=" + count + "i");
    }

    private void real(String name, double value) {
        isBad |= !Double.isFinite(value);
        fields.add(name + "=" + number(value));
    }

    private static String number(double value) {
        String text = value == Math.rint(value) ? String.format("%.0f", value) : String.valueOf(value);
        return text.equals("-0") ? "0" : text;
    }

    private void line(String name, List<KeyValue> attributes, int flags, long time) {
        Map<String, String> tags = new TreeMap<>(shared);
        boolean isBadTag = false;
        for (KeyValue each : attributes) {
            tags.put(each.getKey().replace('.', '_'), text(each.getValue()));
        }
        tags.values().removeIf(String::isEmpty);
        for (Map.Entry<String, String> each : tags.entrySet()) {
            isBadTag |= each.getKey().isEmpty() || each.getValue().contains("\n");
        }
        boolean isWrong = isBadTag || isNoTemporality || time < 0 || name.isEmpty() || name.startsWith("#");
        boolean isEnd = (flags & 1) != 0;
        if (isWrong || (isBad && !isEnd)) {
            refused++;
        } else {
            lines.add(name.replace(",", "\\,").replace(" ", "\\ ")
                    + tags.entrySet().stream()
                            .map(tag -> "," + escaped(tag.getKey()) + "=" + escaped(tag.getValue()))
                            .collect(Collectors.joining())
                    + " " + (isEnd ? "weir:end=true" : String.join(",", fields)) + " " + time);
        }
        fields = new ArrayList<>();
        isBad = false;
        isNoTemporality = false;
    }

    private static String escaped(String text) {
        return text.replace(",", "\\,").replace(" ", "\\ ").replace("=", "\\=");
    }

    private static String text(AnyValue value) {
        return switch (value.getValueCase()) {
            case STRING_VALUE -> value.getStringValue();
            case INT_VALUE -> "" + value.getIntValue();
            case BOOL_VALUE -> "" + value.getBoolValue();
            case ARRAY_VALUE -> "[7,\"x\"]";
            default -> "";
        };
    }
}
