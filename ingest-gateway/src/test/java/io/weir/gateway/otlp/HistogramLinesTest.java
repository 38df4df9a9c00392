package io.weir.gateway.otlp;

import static io.weir.gateway.otlp.Requests.CUMULATIVE;
import static io.weir.gateway.otlp.Requests.DELTA;
import static io.weir.gateway.otlp.Requests.STAMP;
import static io.weir.gateway.otlp.Requests.histogram;
import static io.weir.gateway.otlp.Requests.metric;
import static io.weir.gateway.otlp.Requests.point;
import static io.weir.gateway.otlp.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogram;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint.Buckets;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.weir.contract.rule.aggregate.BucketBound;
import io.weir.gateway.otlp.OtlpMapping.Histograms;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Histograms as lines. */
class HistogramLinesTest {
    private final Exported exported = Exported.standard();

    @Test
    void histogramsKeepTheirBucketsInArrays() {
        HistogramDataPoint.Builder full = HistogramDataPoint.newBuilder()
                .setTimeUnixNano(STAMP)
                .setCount(6)
                .setSum(12.5)
                .setMin(-0.5)
                .setMax(9)
                .addAllExplicitBounds(List.of(0.25, 10.0))
                .addAllBucketCounts(List.of(1L, 5L, 0L));
        exported.take(request(
                histogram("a", CUMULATIVE, full),
                histogram("b", DELTA, full),
                histogram(
                        "c",
                        DELTA,
                        HistogramDataPoint.newBuilder().setTimeUnixNano(STAMP).setCount(2)),
                histogram(
                        "d",
                        CUMULATIVE,
                        HistogramDataPoint.newBuilder()
                                .setTimeUnixNano(STAMP)
                                .setCount(2)
                                .addBucketCounts(2))));
        assertThat(exported.lines())
                .containsExactlyInAnyOrder(
                        "a count=6i,sum=12.5,min=-0.5,max=9,bounds=\"[0.25,10]\",counts=\"[1,5,0]\" " + STAMP,
                        "b count_delta=6i,sum_delta=12.5,min=-0.5,max=9,bounds=\"[0.25,10]\",counts_delta=\"[1,5,0]\" "
                                + STAMP,
                        "c count_delta=2i " + STAMP,
                        "d count=2i,bounds=\"[]\",counts=\"[2]\" " + STAMP);
    }

    @Test
    void bucketsMayBeFields() {
        Exported other = new Exported(new OtlpMapping(List.of(), false, Histograms.FIELDS));
        HistogramDataPoint.Builder full = HistogramDataPoint.newBuilder()
                .setTimeUnixNano(STAMP)
                .setCount(6)
                .setSum(12.5)
                .addAllExplicitBounds(List.of(-1.0, 0.0, 0.25, 2_500_000.0))
                .addAllBucketCounts(List.of(0L, 1L, 3L, 0L, 2L));
        HistogramDataPoint.Builder empty = HistogramDataPoint.newBuilder().setTimeUnixNano(STAMP);
        other.take(request(
                histogram("a", CUMULATIVE, full),
                histogram("b", DELTA, full),
                histogram("c", CUMULATIVE, empty),
                histogram("d", CUMULATIVE, empty.clone().addBucketCounts(2))));
        assertThat(other.lines())
                .containsExactlyInAnyOrder(
                        "a count=6i,sum=12.5,-1=0i,0=1i,0.25=4i,2.5e+06=4i,+Inf=6i " + STAMP,
                        "b count_delta=6i,sum_delta=12.5,-1=0i,0=1i,0.25=4i,2.5e+06=4i,+Inf=6i " + STAMP,
                        "c count=0i " + STAMP,
                        "d count=0i,+Inf=2i " + STAMP);
    }

    @Test
    void bucketsThatCannotBeFieldsAreRefused() {
        Exported other = new Exported(new OtlpMapping(List.of(), false, Histograms.FIELDS));
        HistogramDataPoint.Builder point =
                HistogramDataPoint.newBuilder().setTimeUnixNano(STAMP).addAllBucketCounts(List.of(1L, 2L, 3L));
        other.take(request(
                histogram("a", CUMULATIVE, point.clone().addAllExplicitBounds(List.of(2.0, 1.0))),
                histogram("b", CUMULATIVE, point.clone().addAllExplicitBounds(List.of(1.0, 1.0))),
                histogram("c", CUMULATIVE, point.clone().addAllExplicitBounds(List.of(1.0, Double.POSITIVE_INFINITY))),
                histogram(
                        "d",
                        CUMULATIVE,
                        point.clone().addAllExplicitBounds(List.of(1.0, 2.0)).setBucketCounts(0, Long.MAX_VALUE))));
        assertThat(other.lines()).isEmpty();
        assertThat(other.counts().rejected.of("otlp-bad-buckets")).isEqualTo(3);
        assertThat(other.counts().rejected.of("number-out-of-range")).isEqualTo(1);
    }

    @Test
    void manyBoundsAreRefusedBeforeTheyAreSpelled() {
        List<Double> bounds = IntStream.range(0, BoundNames.MOST_BOUNDS + 1)
                .mapToObj(Double::valueOf)
                .toList();

        assertThat(new BoundNames().of(bounds)).isNull();
        assertThat(new BoundNames().of(bounds.subList(1, bounds.size()))).hasNumberOfRows(BoundNames.MOST_BOUNDS);
    }

    @Test
    void differentBoundsDoNotCollect() {
        BoundNames names = new BoundNames();
        for (int i = 0; i < 300_000; i++) {
            assertThat(names.of(List.of((double) i))).hasNumberOfRows(1);
        }

        assertThat(names.known()).isBetween(1, 100_000);
    }

    /** The expected texts are those of Go's {@code strconv.FormatFloat(bound, 'g', -1, 64)}. */
    @ParameterizedTest
    @CsvSource({
        "0.005, 0.005",
        "1, 1",
        "100000, 100000",
        "123456, 123456",
        "999999.5, 999999.5",
        "1000000, 1e+06",
        "1234567, 1.234567e+06",
        "25000000000, 2.5e+10",
        "1e300, 1e+300",
        "0.0001, 0.0001",
        "0.00001, 1e-05",
        "0.000012, 1.2e-05",
        "-0.0, 0",
        "-7.5, -7.5",
        "-2e6, -2e+06",
        "12345678.25, 1.234567825e+07"
    })
    void boundsAreSpelledAsTelegrafSpellsThem(double bound, String name) {
        assertThat(BoundNames.spelled(bound)).isEqualTo(name);
        assertThat(BucketBound.ofField(name)).isEqualTo(bound + 0.0);
    }

    @Test
    void exponentialHistogramsKeepScaleAndOffsets() {
        ExponentialHistogramDataPoint.Builder full = ExponentialHistogramDataPoint.newBuilder()
                .setTimeUnixNano(STAMP)
                .setCount(7)
                .setSum(-1.5)
                .setMin(-4)
                .setMax(2)
                .setScale(-3)
                .setZeroCount(1)
                .setZeroThreshold(0.001)
                .setPositive(
                        Buckets.newBuilder().setOffset(-2).addBucketCounts(4).addBucketCounts(0))
                .setNegative(Buckets.newBuilder().setOffset(5).addBucketCounts(2));
        exported.take(request(
                exponential("a", CUMULATIVE, full),
                exponential("b", DELTA, full),
                exponential(
                        "c",
                        CUMULATIVE,
                        ExponentialHistogramDataPoint.newBuilder().setTimeUnixNano(STAMP))));
        assertThat(exported.lines())
                .containsExactlyInAnyOrder(
                        "a count=7i,zero_count=1i,sum=-1.5,min=-4,max=2,zero_threshold=0.001,scale=-3i,"
                                + "positive_offset=-2i,positive=\"[4,0]\",negative_offset=5i,negative=\"[2]\" " + STAMP,
                        "b count_delta=7i,zero_count_delta=1i,sum_delta=-1.5,min=-4,max=2,zero_threshold=0.001,"
                                + "scale=-3i,positive_offset=-2i,positive_delta=\"[4,0]\",negative_offset=5i,"
                                + "negative_delta=\"[2]\" " + STAMP,
                        "c count=0i,zero_count=0i,zero_threshold=0,scale=0i " + STAMP);
    }

    private static Metric.Builder exponential(
            String name, AggregationTemporality temporality, ExponentialHistogramDataPoint.Builder point) {
        return metric(name)
                .setExponentialHistogram(ExponentialHistogram.newBuilder()
                        .setAggregationTemporality(temporality)
                        .addDataPoints(point));
    }
}
