package io.weir.gateway.otlp;

import static io.weir.gateway.otlp.Requests.CUMULATIVE;
import static io.weir.gateway.otlp.Requests.DELTA;
import static io.weir.gateway.otlp.Requests.STAMP;
import static io.weir.gateway.otlp.Requests.attribute;
import static io.weir.gateway.otlp.Requests.point;

import io.opentelemetry.proto.metrics.v1.ExponentialHistogram;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Gauge;
import io.opentelemetry.proto.metrics.v1.Histogram;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.Sum;
import io.opentelemetry.proto.metrics.v1.Summary;
import io.opentelemetry.proto.metrics.v1.SummaryDataPoint;
import io.opentelemetry.proto.metrics.v1.SummaryDataPoint.ValueAtQuantile;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** A metric with one data point that must be refused. */
record WrongPoints(String reason, Metric.Builder metric) {

    static List<WrongPoints> all() {
        List<WrongPoints> all = new ArrayList<>();
        all.add(gauge("not-finite", point(Double.NaN)));
        all.add(gauge("not-finite", point(Double.POSITIVE_INFINITY).addAttributes(attribute("k", "ü"))));
        all.add(gauge("otlp-no-value", point(1).clearAsDouble()));
        all.add(gauge("timestamp-out-of-range", point(1).setTimeUnixNano(-1)));
        all.add(gauge("timestamp-ahead", point(1).setTimeUnixNano(Long.MAX_VALUE)));
        all.add(gauge("otlp-bad-attribute", point(1).addAttributes(attribute("", "v"))));
        all.add(gauge("otlp-bad-attribute", point(1).addAttributes(attribute("k\n", "v"))));
        all.add(gauge("otlp-bad-attribute", point(1).addAttributes(attribute("k", "two\nlines"))));
        all.add(gauge("otlp-bad-attribute", point(1).addAttributes(attribute("k", "\0"))));
        all.add(gauge(
                "duplicate-tag", point(1).addAttributes(attribute("k", "a")).addAttributes(attribute("k", "b"))));
        all.add(new WrongPoints(
                "otlp-no-temporality",
                Metric.newBuilder().setSum(Sum.newBuilder().addDataPoints(point(1)))));
        all.add(new WrongPoints(
                "otlp-no-temporality",
                Metric.newBuilder()
                        .setSum(Sum.newBuilder()
                                .setAggregationTemporalityValue(77)
                                .addDataPoints(point(1)))));
        all.add(new WrongPoints("otlp-unknown-type", Metric.newBuilder()));
        addHistograms(all);
        addSummaries(all);
        for (int i = 0; i < all.size(); i++) {
            all.get(i).metric.setName("w" + i);
        }
        all.add(named("otlp-bad-metric", ""));
        all.add(named("otlp-bad-metric", "#m"));
        all.add(named("otlp-bad-metric", "a\nb"));
        return all;
    }

    private static void addHistograms(List<WrongPoints> all) {
        all.add(histogram("otlp-bad-buckets", each -> each.addExplicitBounds(1)));
        all.add(histogram("otlp-bad-buckets", each -> each.addBucketCounts(1).addBucketCounts(1)));
        all.add(histogram("number-out-of-range", each -> each.setCount(-1)));
        all.add(histogram("not-finite", each -> each.setSum(Double.NaN)));
        all.add(histogram("not-finite", each -> each.setMin(Double.NaN)));
        all.add(histogram("not-finite", each -> each.setMax(Double.NaN)));
        all.add(histogram("not-finite", each -> each.addExplicitBounds(Double.POSITIVE_INFINITY)
                .addBucketCounts(1)
                .addBucketCounts(1)));
        all.add(exponential("number-out-of-range", each -> each.setCount(-1)));
        all.add(exponential("number-out-of-range", each -> each.setZeroCount(-1)));
        all.add(exponential("not-finite", each -> each.setZeroThreshold(Double.NaN)));
        all.add(exponential("not-finite", each -> each.setSum(Double.NaN)));
    }

    private static void addSummaries(List<WrongPoints> all) {
        all.add(summary("number-out-of-range", each -> each.setCount(-1)));
        all.add(summary("not-finite", each -> each.setSum(Double.NEGATIVE_INFINITY)));
        all.add(summary("not-finite", each -> each.addQuantileValues(quantile(0.5, Double.NEGATIVE_INFINITY))));
        all.add(summary("otlp-bad-quantile", each -> each.addQuantileValues(quantile(1.01, 1))));
        all.add(summary("otlp-bad-quantile", each -> each.addQuantileValues(quantile(Double.NaN, 1))));
        all.add(summary("otlp-bad-quantile", each -> each.addQuantileValues(quantile(0.5, 1))
                .addQuantileValues(quantile(0.50, 2))));
    }

    private static WrongPoints gauge(String reason, NumberDataPoint.Builder point) {
        return new WrongPoints(
                reason, Metric.newBuilder().setGauge(Gauge.newBuilder().addDataPoints(point)));
    }

    private static WrongPoints named(String reason, String name) {
        return new WrongPoints(reason, Requests.gauge(name, point(1)));
    }

    private static WrongPoints histogram(String reason, UnaryOperator<HistogramDataPoint.Builder> change) {
        HistogramDataPoint.Builder point =
                change.apply(HistogramDataPoint.newBuilder().setTimeUnixNano(STAMP));
        return new WrongPoints(
                reason,
                Metric.newBuilder()
                        .setHistogram(Histogram.newBuilder()
                                .setAggregationTemporality(CUMULATIVE)
                                .addDataPoints(point)));
    }

    private static WrongPoints exponential(String reason, UnaryOperator<ExponentialHistogramDataPoint.Builder> change) {
        ExponentialHistogramDataPoint.Builder point =
                change.apply(ExponentialHistogramDataPoint.newBuilder().setTimeUnixNano(STAMP));
        return new WrongPoints(
                reason,
                Metric.newBuilder()
                        .setExponentialHistogram(ExponentialHistogram.newBuilder()
                                .setAggregationTemporality(DELTA)
                                .addDataPoints(point)));
    }

    private static WrongPoints summary(String reason, UnaryOperator<SummaryDataPoint.Builder> change) {
        SummaryDataPoint.Builder point =
                change.apply(SummaryDataPoint.newBuilder().setTimeUnixNano(STAMP));
        return new WrongPoints(
                reason, Metric.newBuilder().setSummary(Summary.newBuilder().addDataPoints(point)));
    }

    private static ValueAtQuantile quantile(double quantile, double value) {
        return ValueAtQuantile.newBuilder()
                .setQuantile(quantile)
                .setValue(value)
                .build();
    }
}
