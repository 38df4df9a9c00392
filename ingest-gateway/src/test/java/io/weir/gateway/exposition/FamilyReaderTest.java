package io.weir.gateway.exposition;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.MappingAllocation;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.testing.Family;
import io.weir.gateway.testing.Proto;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FamilyReaderTest {
    private static final int GAUGE = 2;
    private static final int COUNTER = 3;
    private static final int SUMMARY = 4;
    private static final int UNTYPED = 5;
    private static final int HISTOGRAM = 7;
    private static final String STAMP = " " + Intake.NOW_NANOS;
    private static final String NATIVE = "h,a=b sum=18.5,count=12,scale=3i,zero_count=1,zero_threshold=0.001,"
            + "positive_offset=2i,positive=\"[1,3,0,2]\",negative_offset=-3i,negative=\"[4]\"" + STAMP;

    private final Intake intake = new Intake();
    private final ExpositionLines lines = new ExpositionLines(intake.lines);
    private final TargetSeries series = new TargetSeries();
    private boolean keepsClassic;
    private List<Parcel> queued = List.of();
    private Taken taken = Taken.NOTHING;

    @Test
    void samplesOfAllTypesBecomeTheLinesOfRemoteWrite() {
        byte[] body = joined(
                new Family("requests_total")
                        .metric(Family.label("code", "200"), COUNTER, new Proto().number(1, 1027))
                        .metric(
                                Family.label("code", "400").integer(6, 1_790_000_000_001L),
                                COUNTER,
                                new Proto().number(1, 3)),
                new Family("temperature").metric(Family.label("empty", ""), GAUGE, new Proto().number(1, -1.5)),
                new Family("untyped").metric(new Proto(), UNTYPED, new Proto()),
                new Family("s").metric(Family.label("a", "b"), SUMMARY, Family.summary()),
                new Family("c")
                        .metric(
                                Family.label("a", "b"),
                                HISTOGRAM,
                                new Proto()
                                        .integer(1, 12)
                                        .number(2, 18.5)
                                        .message(3, new Proto().integer(1, 5).number(2, 1))
                                        .message(3, new Proto().number(4, 11.5).number(2, 1e6))),
                new Family("h").metric(Family.label("a", "b"), HISTOGRAM, Family.histogram()));
        List<String> expected = List.of(
                "requests_total,code=200 value=1027" + STAMP,
                "requests_total,code=400 value=3 1790000000001000000",
                "temperature value=-1.5" + STAMP,
                "untyped value=0" + STAMP,
                "s,a=b,quantile=0.5 value=2" + STAMP,
                "s_count,a=b value=4" + STAMP,
                "s_sum,a=b value=8.5" + STAMP,
                "c_bucket,a=b,le=1.0 value=5" + STAMP,
                "c_bucket,a=b,le=1e+06 value=11.5" + STAMP,
                "c_bucket,a=b,le=+Inf value=12" + STAMP,
                "c_count,a=b value=12" + STAMP,
                "c_sum,a=b value=18.5" + STAMP,
                NATIVE);
        assertThat(received(body)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(received(body)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(taken).isEqualTo(new Taken(true, 13, 13, 0));
        assertThat(intake.counts.rejected.total()).isZero();
    }

    @Test
    void aNativeHistogramGivesItsClassicBucketsOnlyIfTheyAreKept() {
        byte[] both = new Family("h")
                .metric(Family.label("a", "b"), HISTOGRAM, Family.histogram())
                .frame();
        assertThat(received(both)).containsExactly(NATIVE);
        keepsClassic = true;
        assertThat(received(both))
                .containsExactlyInAnyOrder(
                        NATIVE,
                        "h_bucket,a=b,le=0.5 value=5" + STAMP,
                        "h_bucket,a=b,le=1e+06 value=11" + STAMP,
                        "h_bucket,a=b,le=+Inf value=12" + STAMP,
                        "h_count,a=b value=12" + STAMP,
                        "h_sum,a=b value=18.5" + STAMP);
        byte[] onlyNative = new Family("n")
                .metric(
                        new Proto(),
                        HISTOGRAM,
                        new Proto().integer(1, 1).number(6, 1e-3).integer(7, 1))
                .frame();
        assertThat(received(onlyNative))
                .contains("n sum=0,count=1,scale=0i,zero_count=1,zero_threshold=0.001" + STAMP)
                .noneMatch(line -> line.startsWith("n_"));
    }

    /** As protobuf's version 2 writes repeated numbers, and histograms of floats. */
    @Test
    void countsNeedNotBePackedAndFloatsOverrideIntegers() {
        Proto deltas = new Proto()
                .integer(1, 1)
                .number(4, 3.5)
                .integer(7, 1)
                .number(8, 0.5)
                .message(12, new Proto().signed(1, 0).integer(2, 2))
                .integer(13, 2)
                .integer(13, 1);
        Proto counts = new Proto()
                .number(4, 3)
                .message(12, new Proto().signed(1, 0).integer(2, 2))
                .number(14, 1.5)
                .number(14, 1.5);
        assertThat(received(joined(
                        new Family("a").metric(new Proto(), HISTOGRAM, deltas),
                        new Family("b").metric(new Proto(), HISTOGRAM, counts))))
                .containsExactlyInAnyOrder(
                        "a sum=0,count=3.5,scale=0i,zero_count=0.5,zero_threshold=0,positive_offset=-1i,"
                                + "positive=\"[1,0]\"" + STAMP,
                        "b sum=0,count=3,scale=0i,zero_count=0,zero_threshold=0,positive_offset=-1i,"
                                + "positive=\"[1.5,1.5]\"" + STAMP);
    }

    @Test
    void exemplarsAndNotANumberAreCountedAndNotKept() {
        Proto exemplar = new Proto().number(2, 0.67);
        byte[] body = joined(
                new Family("c")
                        .metric(new Proto(), COUNTER, new Proto().number(1, 17).message(2, exemplar)),
                new Family("q").metric(new Proto(), GAUGE, new Proto().number(1, Double.NaN)),
                new Family("h")
                        .metric(new Proto(), HISTOGRAM, Family.histogram().message(16, exemplar)));
        assertThat(received(body)).hasSize(2);
        assertThat(intake.counts.warnings.snapshot())
                .isEqualTo(Map.of(ExpositionLines.EXEMPLAR, 2L, ExpositionLines.NOT_A_NUMBER, 1L));
        assertThat(taken.scraped()).isEqualTo(3);
    }

    @Test
    void aFamilyMayHaveItsNameAfterItsMetricsAndFieldsOfLaterVersions() {
        Proto metric =
                Family.label("a", "b").message(2, new Proto().number(1, 5).message(9, new Proto()));
        Proto family = new Proto()
                .integer(3, 1)
                .message(4, metric.integer(21, 1))
                .text(30, "x")
                .text(1, "late");
        assertThat(received(Proto.delimited(family.bytes()))).containsExactly("late,a=b value=5" + STAMP);
    }

    @Test
    void namesInUtf8AreKept() {
        byte[] body = new Family("http.d\u00fcration")
                .metric(Family.label("k8s.pod", "\u4e2d"), GAUGE, new Proto().number(1, 1))
                .frame();
        assertThat(received(body)).containsExactly("http.d\u00fcration,k8s.pod=\u4e2d value=1" + STAMP);
    }

    /** A wrong metric, the reason, and the text that shows it. */
    @Test
    void aWrongMetricIsRefusedAloneWithItsText() {
        Proto one = new Proto().number(1, 1);
        Proto spans =
                new Proto().message(12, new Proto().signed(1, 0).integer(2, 2)).packedSigned(13, 1);
        refuses("scrape-syntax", "x{a=\"b\"}: no value", new Family("x").metric(Family.label("a", "b")));
        refuses("scrape-bad-label", "x{=\"b\"} 1.0", new Family("x").metric(Family.label("", "b"), GAUGE, one));
        refuses(
                "scrape-bad-label",
                "x{__name__=\"y\"} 1.0",
                new Family("x").metric(Family.label("__name__", "y"), GAUGE, one));
        refuses(
                "scrape-bad-label",
                "x{a=\"1\",a=\"2\"} 1.0",
                new Family("x")
                        .metric(
                                Family.label("a", "1")
                                        .message(1, new Proto().text(1, "a").text(2, "2")),
                                GAUGE,
                                one));
        refuses(
                "scrape-bad-label",
                "x{quantile=\"1\"} quantile=0.5 2.0",
                new Family("x").metric(Family.label("quantile", "1"), SUMMARY, Family.summary()));
        refuses(
                "not-finite",
                "x{} -Infinity",
                new Family("x").metric(new Proto(), COUNTER, new Proto().number(1, Double.NEGATIVE_INFINITY)));
        refuses(
                "scrape-bad-histogram",
                "x{} histogram schema=0 count=0.0 sum=0.0",
                new Family("x").metric(new Proto(), HISTOGRAM, spans));
        refuses(
                "scrape-unreadable",
                "x{a=\"b\"}: field 1 has a wrong type",
                new Family("x").metric(Family.label("a", "b"), GAUGE, new Proto().integer(1, 5)));
        refuses("scrape-unreadable", "x{", new Family("x").metric(new Proto().bytes(2, new byte[] {9, 1})));
        refuses(
                "scrape-unreadable",
                "x{",
                new Family("x").metric(new Proto().bytes(7, HexFormat.of().parseHex("1affffffff07"))));
        refuses(
                "scrape-unreadable",
                "x{",
                new Family("x").metric(new Proto().bytes(7, HexFormat.of().parseHex("1affffffff0f"))));
        refuses(
                "series-too-long",
                "x{a=\"zzz",
                new Family("x").metric(Family.label("a", "z".repeat(70_000)), GAUGE, one));
        Proto labels = new Proto();
        for (int i = 0; i < 40_000; i++) {
            labels.message(1, new Proto());
        }
        refuses("series-too-long", "x{", new Family("x").metric(labels, GAUGE, one));
        Proto many = new Proto();
        for (int i = 0; i < 10_001; i++) {
            many.message(3, new Proto());
        }
        refuses("scrape-too-large", "x{}", new Family("x").metric(new Proto(), SUMMARY, many));
    }

    @Test
    void aTimestampOfZeroIsNone() {
        byte[] family = new Family("a")
                .metric(new Proto().integer(6, 0), GAUGE, new Proto().number(1, 1))
                .frame();
        assertThat(received(family)).containsExactly("a value=1" + STAMP);
    }

    @Test
    void samplesOfAFamilyWithoutANameAreRefused() {
        byte[] nameless = new Family("").metric(new Proto(), GAUGE, new Proto()).frame();
        assertThat(received(joined(nameless, ok("b")))).containsExactly("b value=1" + STAMP);
        assertThat(refused()).containsExactly("{} 0.0: no name");
    }

    @Test
    void aFamilyThatIsNotReadableIsRefusedWhole() {
        Proto metric = new Proto().message(GAUGE, new Proto().number(1, 1));
        for (Proto family : List.of(
                new Proto().integer(1, 5).message(4, metric),
                new Proto().message(4, metric).text(1, "x").integer(4, 1))) {
            assertThat(received(joined(ok("a"), Proto.delimited(family.bytes()), ok("b"))))
                    .containsExactlyInAnyOrder("a value=1" + STAMP, "b value=1" + STAMP);
            assertThat(refused()).singleElement().satisfies(text -> assertThat(text)
                    .endsWith("has a wrong type"));
        }
    }

    @Test
    void ofACutBodyNothingIsTaken() {
        byte[] first = ok("a");
        byte[] whole = joined(first, ok("b"));
        for (int length = 1; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThat(received(cut)).hasSize(length == first.length ? 1 : 0);
            assertThat(taken.isWhole()).isEqualTo(length == first.length);
        }
        assertThat(intake.counts.rejected.snapshot()).isEqualTo(Map.of("scrape-cut", whole.length - 2L));
        for (String giant : List.of("ffffffff07", "ffffffffffffffffff01", "ffffffffffffffffffffffff", "80")) {
            assertThat(received(joined(first, HexFormat.of().parseHex(giant))))
                    .as(giant)
                    .isEmpty();
            assertThat(taken.isWhole()).as(giant).isFalse();
        }
    }

    @Test
    void aSeriesThatTheTargetNoLongerHasEnds() {
        assertThat(received(joined(ok("a"), ok("b")))).hasSize(2);
        assertThat(received(ok("b"))).containsExactlyInAnyOrder("b value=1" + STAMP, "a weir:end=true" + STAMP);
        assertThat(received(joined(ok("b"), ok("b")))).containsExactly("b value=1" + STAMP);
        assertThat(intake.counts.rejected.snapshot()).isEqualTo(Map.of("scrape-duplicate", 1L));
    }

    @Test
    void samplesAreCountedAgainstALimitAndNoneIsWritten() {
        byte[] body = new Family("h")
                .metric(Family.label("a", "b"), HISTOGRAM, Family.histogram())
                .frame();
        keepsClassic = true;
        assertThat(lines.hasMoreThan(5, series, labels -> true, body(body))).isTrue();
        assertThat(lines.hasMoreThan(6, series, labels -> true, body(body))).isFalse();
        assertThat(lines.hasMoreThan(0, series, labels -> true, body(Arrays.copyOf(body, 20))))
                .isFalse();
        assertThat(intake.counts.lines.sum()).isZero();
    }

    /** Each bucket repeats the labels, and each gap of a native histogram becomes zeros. */
    @Test
    void shortAnswersDoNotBecomeLinesWithoutABound() {
        Family buckets = new Family("h");
        Family gaps = new Family("g");
        for (int i = 0; i < 5; i++) {
            Proto classic = new Proto();
            for (int bucket = 0; bucket < 1_000; bucket++) {
                classic.message(3, new Proto().integer(1, bucket).number(2, bucket));
            }
            Proto labels = Family.label("a", String.valueOf(i));
            for (int label = 0; label < 6; label++) {
                labels.message(1, new Proto().text(1, "l" + label).text(2, "x".repeat(1_000)));
            }
            buckets.metric(labels, HISTOGRAM, classic);
        }
        for (int i = 0; i < 200; i++) {
            gaps.metric(
                    Family.label("a", String.valueOf(i)),
                    HISTOGRAM,
                    new Proto()
                            .message(12, new Proto().signed(1, 0).integer(2, 1))
                            .message(12, new Proto().signed(1, 4_000).integer(2, 1))
                            .packedSigned(13, 1, 0));
        }
        for (Family each : List.of(buckets, gaps)) {
            byte[] body = each.frame();
            long bytes = received(body).stream()
                    .filter(line -> !line.contains(" weir:end=true "))
                    .mapToLong(String::length)
                    .sum();
            assertThat(bytes).isBetween(10L * body.length, 110L * body.length + 200_000);
        }
        assertThat(intake.counts.rejected.snapshot()).containsOnlyKeys("scrape-too-large");
    }

    @Test
    void nothingIsAllocatedForAKnownSeries() {
        Family counters = new Family("cpu_seconds_total");
        Family histograms = new Family("request_seconds");
        for (int i = 0; i < 500; i++) {
            counters.metric(Family.label("cpu", String.valueOf(i)), COUNTER, new Proto().number(1, 1.25));
            histograms.metric(Family.label("code", String.valueOf(i)), HISTOGRAM, Family.histogram());
        }
        MappingAllocation.assertNone(
                lines -> new KnownBodies(lines, ExpositionFormat.PROTOBUF), joined(counters, histograms), 500 + 500);
    }

    private void refuses(String reason, String text, Family wrong) {
        byte[] family =
                wrong.metric(Family.label("ok", "1"), GAUGE, new Proto()).frame();
        assertThat(received(joined(ok("a"), family, ok("b"))))
                .as(text)
                .contains("a value=1" + STAMP, "x,ok=1 value=0" + STAMP, "b value=1" + STAMP);
        assertThat(Intake.only(Parcel.Refused.class, queued))
                .as(text)
                .isNotEmpty()
                .allSatisfy(refused -> assertThat(refused.reason()).isEqualTo(reason));
        assertThat(refused()).as(reason).anySatisfy(shown -> assertThat(shown).startsWith(text));
    }

    private static byte[] ok(String name) {
        return new Family(name)
                .metric(new Proto(), GAUGE, new Proto().number(1, 1))
                .frame();
    }

    private static byte[] joined(Family... families) {
        return joined(Arrays.stream(families).map(Family::frame).toArray(byte[][]::new));
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private Body body(byte[] bytes) {
        return new Body(bytes, bytes.length, ExpositionFormat.PROTOBUF, true, Intake.NOW_MILLIS, true, keepsClassic);
    }

    private List<String> received(byte[] bytes) {
        lines.begin(Intake.SOURCE, Intake.NOW_NANOS);
        taken = lines.take(series, labels -> true, body(bytes));
        lines.handOver();
        intake.lines.flush();
        queued = intake.queued();
        return Intake.lineTexts(queued);
    }

    private List<String> refused() {
        return Intake.refusedTexts(queued);
    }
}
