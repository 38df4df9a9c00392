package io.weir.gateway.otlp;

import static io.weir.gateway.otlp.Requests.CUMULATIVE;
import static io.weir.gateway.otlp.Requests.DELTA;
import static io.weir.gateway.otlp.Requests.STAMP;
import static io.weir.gateway.otlp.Requests.attribute;
import static io.weir.gateway.otlp.Requests.gauge;
import static io.weir.gateway.otlp.Requests.histogram;
import static io.weir.gateway.otlp.Requests.metric;
import static io.weir.gateway.otlp.Requests.point;
import static io.weir.gateway.otlp.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.ArrayValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValueList;
import io.opentelemetry.proto.metrics.v1.Gauge;
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
import io.weir.contract.rule.match.Glob;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.limit.LimitSettings;
import io.weir.gateway.limit.Limits;
import io.weir.gateway.otlp.OtlpMapping.Histograms;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricLinesTest {
    private final Exported exported = Exported.standard();

    @Test
    void gaugesAndCumulativeSumsAreValuesAndDeltasHaveANameOfTheirOwn() {
        NumberDataPoint integer =
                NumberDataPoint.newBuilder().setTimeUnixNano(STAMP).setAsInt(-7).build();
        exported.take(request(
                gauge("a", point(1.5)),
                gauge("b.c/d", integer.toBuilder()),
                metric("e")
                        .setSum(Sum.newBuilder()
                                .setAggregationTemporality(CUMULATIVE)
                                .setIsMonotonic(true)
                                .addDataPoints(point(3))),
                metric("f")
                        .setSum(Sum.newBuilder()
                                .setAggregationTemporality(DELTA)
                                .addDataPoints(integer))));
        assertThat(exported.lines())
                .containsExactlyInAnyOrder(
                        "a value=1.5 " + STAMP,
                        "b.c/d value=-7i " + STAMP,
                        "e value=3 " + STAMP,
                        "f delta=-7i " + STAMP);
        assertThat(exported.refused()).isEmpty();
    }

    /** Also if line protocol refuses the text, at its end. */
    @ParameterizedTest
    @ValueSource(strings = {"", "\n"})
    void longTextsAreNotRepeatedWithoutABound(String end) {
        String text = "x".repeat(200_000) + end;
        Gauge points = Gauge.newBuilder()
                .addAllDataPoints(Collections.nCopies(20_000, point(1).build()))
                .build();
        NumberDataPoint.Builder built = point(1).addAttributes(
                        attribute("k", AnyValue.newBuilder().setIntValue(7))); // Not read straight to lines.
        Gauge builtPoints = Gauge.newBuilder()
                .addAllDataPoints(Collections.nCopies(20_000, built.build()))
                .build();
        Resource named = Resource.newBuilder()
                .addAttributes(attribute("service.name", text))
                .build();
        for (ExportMetricsServiceRequest request : List.of(
                of(named, metric("m").setGauge(points)),
                of(named, metric("m").setGauge(builtPoints)),
                of(Resource.getDefaultInstance(), metric(text).setGauge(points)))) {
            Exported refused = Exported.standard();
            refused.take(request);
            assertThat(refused.lines()).isEmpty();
            assertThat(refused.counts().rejected.of("otlp-too-large")).isGreaterThan(19_000);
            assertThat(refused.counts().rejected.total()).isEqualTo(20_000);
        }
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void tooManyAttributesAreRefusedBeforeTheyAreCompared() {
        int many = 200_000;
        Resource empty = Resource.newBuilder()
                .addAllAttributes(Collections.nCopies(many, attribute("service.name", "")))
                .build();
        NumberDataPoint.Builder point =
                point(1).addAllAttributes(Collections.nCopies(many, attribute("service.nbme", "")));
        exported.take(of(empty, gauge("m", point)));
        assertThat(exported.lines()).isEmpty();
        assertThat(exported.refused()).singleElement().asString().startsWith("otlp-too-many-attributes: m ");
        exported.take(of(empty, gauge("m", point(1))));
        assertThat(exported.lines()).containsExactly("m value=1 " + STAMP);
    }

    @Test
    void aPointHasAtMost1024Attributes() {
        NumberDataPoint.Builder point = point(1);
        for (int i = 1; i <= 1_024; i++) {
            point.addAttributes(attribute("k" + i, "v" + i));
        }
        exported.take(request(gauge("m", point)));
        assertThat(exported.lines()).singleElement().asString().contains(",k1=v1,", ",k17=v17,", ",k1024=v1024,");
        exported.take(request(gauge("m", point.addAttributes(attribute("k", "")))));
        assertThat(exported.lines()).hasSize(1);
        assertThat(exported.refused()).singleElement().asString().startsWith("otlp-too-many-attributes: m ");
    }

    @Test
    void attributesAndTagsOfTheResourceAreBoundedTogether() {
        Exported all = new Exported(new OtlpMapping(List.of(new Glob("*")), false, Histograms.ARRAYS));
        Resource.Builder resource = Resource.newBuilder();
        for (int i = 0; i < 1_023; i++) {
            resource.addAttributes(attribute("k" + i, "v")).addAttributes(attribute("k" + i, "again"));
        }
        NumberDataPoint.Builder point = point(1).addAttributes(attribute("p", "v"));
        all.take(of(resource.build(), gauge("m", point)));
        assertThat(all.lines()).singleElement().asString().contains(",k1022=v,").doesNotContain("again");
        all.take(of(resource.build(), gauge("m", point.addAttributes(attribute("q", "v")))));
        resource.addAttributes(attribute("r", "v")).addAttributes(attribute("s", "v"));
        all.take(of(resource.build(), gauge("m", point(1))));
        assertThat(all.lines()).hasSize(1);
        assertThat(all.counts().rejected.of("otlp-too-many-attributes")).isEqualTo(2);
    }

    @Test
    void quantilesOfSummariesAreFields() {
        exported.take(request(metric("s")
                .setSummary(Summary.newBuilder()
                        .addDataPoints(SummaryDataPoint.newBuilder()
                                .setTimeUnixNano(STAMP)
                                .setCount(3)
                                .setSum(1.5)
                                .addQuantileValues(quantile(0, 0.25))
                                .addQuantileValues(quantile(0.29, 0.5))
                                .addQuantileValues(quantile(0.999, 7))
                                .addQuantileValues(quantile(1, 8))
                                .addQuantileValues(quantile(0.5, Double.NaN))))));
        assertThat(exported.lines()).containsExactly("s count=3i,sum=1.5,p0=0.25,p29=0.5,p99_9=7,p100=8 " + STAMP);
    }

    @Test
    void attributesAreTagsAndThoseOfThePointWin() {
        Resource resource = Resource.newBuilder()
                .addAttributes(attribute("service.name", "reco"))
                .addAttributes(attribute("host.name", "flp1"))
                .addAttributes(attribute("host.id", "x"))
                .addAttributes(attribute("service.instance.id", ""))
                .build();
        NumberDataPoint.Builder point = point(1).addAttributes(attribute("z", "a b,c=d"))
                .addAttributes(attribute("host.name", "flp2"))
                .addAttributes(attribute("empty", ""))
                .addAttributes(attribute("unset", AnyValue.newBuilder()));
        ExportMetricsServiceRequest request = of(resource, gauge("m", point));
        exported.take(request);
        assertThat(exported.lines())
                .containsExactly("m,host_name=flp2,service_name=reco,z=a\\ b\\,c\\=d value=1 " + STAMP);

        Exported other = new Exported(new OtlpMapping(List.of(new Glob("host.*")), true, Histograms.ARRAYS));
        other.take(request);
        assertThat(other.lines())
                .containsExactly("m,host_id=x,host_name=flp2,otel_scope_name=lib,z=a\\ b\\,c\\=d value=1 " + STAMP);
    }

    @Test
    void attributesThatAreNoTextsHaveTheTextThatOpenTelemetrySpecifies() {
        AnyValue.Builder list = AnyValue.newBuilder()
                .setArrayValue(ArrayValue.newBuilder()
                        .addValues(AnyValue.newBuilder().setStringValue("x\"y"))
                        .addValues(AnyValue.newBuilder().setIntValue(1))
                        .addValues(AnyValue.newBuilder().setDoubleValue(Double.NaN))
                        .addValues(AnyValue.newBuilder()));
        AnyValue.Builder map = AnyValue.newBuilder()
                .setKvlistValue(KeyValueList.newBuilder()
                        .addValues(attribute("k", AnyValue.newBuilder().setBoolValue(false)))
                        .addValues(attribute("l", list)));
        exported.take(request(gauge(
                "m",
                point(1).addAttributes(attribute("a", list))
                        .addAttributes(attribute("b", AnyValue.newBuilder().setBoolValue(true)))
                        .addAttributes(attribute("d", AnyValue.newBuilder().setDoubleValue(0.5)))
                        .addAttributes(attribute("i", AnyValue.newBuilder().setIntValue(Long.MIN_VALUE)))
                        .addAttributes(attribute("m", map))
                        .addAttributes(attribute(
                                "y", AnyValue.newBuilder().setBytesValue(ByteString.copyFrom(new byte[] {-1, 0})))))));
        assertThat(exported.lines())
                .containsExactly("m,a=[\"x\\\\\"y\"\\,1\\,\"NaN\"\\,null],b=true,d=0.5,i=-9223372036854775808,"
                                .replace("\\\\", "\\")
                        + "m={\"k\":false\\,\"l\":[\"x\\\"y\"\\,1\\,\"NaN\"\\,null]},y=/wA\\= value=1 " + STAMP);
    }

    @Test
    void aPointWithoutTimeGetsTheReceiveTimeAndOneWithoutValueEndsItsSeries() {
        int noValue = 1;
        exported.take(request(
                gauge("a", point(1).clearTimeUnixNano()),
                gauge("b", point(0).setFlags(noValue).addAttributes(attribute("k", "v"))),
                histogram(
                        "c",
                        CUMULATIVE,
                        HistogramDataPoint.newBuilder().setTimeUnixNano(STAMP).setFlags(3)),
                gauge("d", point(1).setFlags(2))));
        assertThat(exported.lines())
                .containsExactlyInAnyOrder(
                        "a value=1 " + Intake.NOW_NANOS,
                        "b,k=v weir:end=true " + STAMP,
                        "c weir:end=true " + STAMP,
                        "d value=1 " + STAMP);
    }

    @Test
    void wrongPointsAreRefusedAloneAndNamedInTheAnswer() {
        List<Metric.Builder> wrong =
                WrongPoints.all().stream().map(WrongPoints::metric).toList();
        Metric.Builder[] all = new Metric.Builder[2 * wrong.size() + 1];
        for (int i = 0; i < all.length; i++) {
            all[i] = i % 2 == 0 ? gauge("ok", point(i)) : wrong.get(i / 2);
        }
        ExportReport report = exported.take(request(all));
        assertThat(exported.lines()).hasSize(wrong.size() + 1).allMatch(line -> line.startsWith("ok value="));
        assertThat(exported.refused().stream().map(each -> each.substring(0, each.indexOf(": "))))
                .containsExactlyInAnyOrderElementsOf(
                        WrongPoints.all().stream().map(WrongPoints::reason).toList());
        assertThat(report.rejected()).isEqualTo(wrong.size());
        assertThat(report.message())
                .startsWith("w0: not-finite, w1: not-finite, ")
                .endsWith(" and " + (wrong.size() - 5) + " more");
        assertThat(exported.refused())
                .contains("not-finite: w1 time_unix_nano: 1790000000000000000 as_double: Infinity "
                        + "attributes { key: \"k\" value { string_value: \"ü\" } }");
    }

    /** The intake refuses some lines of a large request; their metrics must be named all the same. */
    @Test
    void pointsBeyondLimitsAreNamedInEveryPortion() {
        Metric.Builder[] metrics = new Metric.Builder[10_000];
        for (int i = 0; i < metrics.length; i++) {
            long ahead = i % 2500 == 2499 ? 7_200_000_000_000L : 0;
            metrics[i] = gauge("metric" + i, point(i).setTimeUnixNano(STAMP + ahead));
        }
        ExportReport report = exported.take(request(metrics));
        assertThat(report.message())
                .isEqualTo("metric2499: timestamp-ahead, metric4999: timestamp-ahead, metric7499: timestamp-ahead, "
                        + "metric9999: timestamp-ahead");
        assertThat(exported.lines()).hasSize(9996);
        assertThat(exported.refused()).hasSize(4);
    }

    @Test
    void aRequestThatFailedLeavesNoLineToTheNext() {
        AtomicBoolean hasClock = new AtomicBoolean();
        Intake intake = new Intake(Limits.of(LimitSettings.NONE, () -> {
            if (!hasClock.get()) {
                throw new IllegalStateException("no clock");
            }
            return 0;
        }));
        MetricLines metrics = new MetricLines(intake.lines, OtlpMapping.STANDARD);
        assertThatThrownBy(() -> metrics.take(request(gauge("a", point(1))), Intake.SOURCE, Intake.NOW_NANOS))
                .hasMessage("no clock");
        hasClock.set(true);
        metrics.take(request(gauge("b", point(2))), Intake.SOURCE, Intake.NOW_NANOS);
        intake.lines.flush();
        assertThat(Intake.lineTexts(intake.queued())).containsExactly("b value=2 " + STAMP);
    }

    private static ValueAtQuantile quantile(double quantile, double value) {
        return ValueAtQuantile.newBuilder()
                .setQuantile(quantile)
                .setValue(value)
                .build();
    }

    private static ExportMetricsServiceRequest of(Resource resource, Metric.Builder metric) {
        return ExportMetricsServiceRequest.newBuilder()
                .addResourceMetrics(ResourceMetrics.newBuilder()
                        .setResource(resource)
                        .addScopeMetrics(ScopeMetrics.newBuilder()
                                .setScope(InstrumentationScope.newBuilder()
                                        .setName("lib")
                                        .setVersion("1"))
                                .addMetrics(metric)))
                .build();
    }
}
