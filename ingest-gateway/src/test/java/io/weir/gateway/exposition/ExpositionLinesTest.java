package io.weir.gateway.exposition;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.MappingAllocation;
import io.weir.gateway.intake.batch.Parcel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpositionLinesTest {
    private static final long MILLIS = Intake.NOW_MILLIS;
    private static final String STAMP = " " + Intake.NOW_NANOS;

    private final Intake intake = new Intake();
    private final ExpositionLines lines = new ExpositionLines(intake.lines);
    private final TargetSeries series = new TargetSeries();
    private List<Parcel> queued = List.of();
    private Taken taken = Taken.NOTHING;

    @Test
    void samplesOfBothFormatsBecomeTheLinesOfRemoteWrite() {
        String body = """
                # HELP http_requests_total The total number of HTTP requests, "all" {of} them.
                # TYPE http_requests_total counter
                http_requests_total{method="post",code="200"} 1027
                http_requests_total{ code = "400" , method = "post" , } 3

                # A comment.
                up 1
                  \tblanks\t{a="}"} \t -1.5e+06\t
                job:rate5m:sum{place="Gen\u00e8ve",path="C:\\\\DIR\\\\FILE.TXT",error="a \\"b\\"",empty="",w="\\d"} +2.5e-7
                seconds_bucket{le="+Inf"} 144320
                """;
        List<String> expected = List.of(
                "http_requests_total,code=200,method=post value=1027" + STAMP,
                "http_requests_total,code=400,method=post value=3" + STAMP,
                "up value=1" + STAMP,
                "blanks,a=} value=-1.5e+06" + STAMP,
                "job:rate5m:sum,error=a\\ \"b\",path=C:\\DIR\\FILE.TXT,place=Gen\u00e8ve,w=\\d value=2.5e-7" + STAMP,
                "seconds_bucket,le=+Inf value=144320" + STAMP);
        assertThat(received(body)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(received(body)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(received(ExpositionFormat.OPEN_METRICS, body.replaceAll("\n\n", "\n") + "# EOF\n"))
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(taken).isEqualTo(new Taken(true, 6, 6, 0));
        assertThat(intake.counts.rejected.total()).isZero();
    }

    @Test
    void timestampsAreMillisecondsOrInOpenMetricsSeconds() {
        assertThat(received("a 1 1790000000001\nb 2 -1\n"))
                .containsExactlyInAnyOrder("a value=1 1790000000001000000", "b value=2 -1000000");
        assertThat(received(ExpositionFormat.OPEN_METRICS, "a 1 1790000000.0015\nb 2 1.79e9\n# EOF"))
                .containsExactlyInAnyOrder("a value=1 1790000000001000000", "b value=2 1790000000000000000");
        Body ignoring = new Body("a 1 5\n".getBytes(UTF_8), 6, ExpositionFormat.PROMETHEUS, true, MILLIS, false, false);
        assertThat(received(ignoring)).containsExactly("a value=1" + STAMP);
    }

    @Test
    void seriesBeyondTheMemoryAreRefusedUntilSomeIsGivenBack() {
        HeldBytes memory = new HeldBytes(100);
        TargetSeries first = new TargetSeries(memory);
        byte[] name = new byte[60];
        first.begin();
        assertThat(first.add(name, 0, 60, name, 30)).isZero();
        assertThat(memory.bytes()).isEqualTo(90);
        TargetSeries second = new TargetSeries(memory);
        second.begin();
        assertThat(second.add(name, 0, 60, name, 30)).isEqualTo(TargetSeries.NONE);
        assertThat(second.find(name, 0, 60)).isEqualTo(TargetSeries.NONE);
        first.release();
        assertThat(memory.bytes()).isZero();
        assertThat(second.add(name, 0, 60, name, 30)).isZero();
    }

    @Test
    void exemplarsAndNotANumberAreCountedAndNotKept() {
        String body = """
                b{le="1"} 8 # {trace_id="KOO5S4vxi0o"} 0.67
                c 17 1790000000 # {trace_id="oHg5SJYRHA0"} 9.8 1520879607.789
                q NaN
                r +nan
                # EOF
                """;
        assertThat(received(ExpositionFormat.OPEN_METRICS, body))
                .containsExactlyInAnyOrder("b,le=1 value=8" + STAMP, "c value=17" + STAMP);
        assertThat(intake.counts.warnings.snapshot())
                .isEqualTo(Map.of(ExpositionLines.EXEMPLAR, 2L, ExpositionLines.NOT_A_NUMBER, 2L));
        assertThat(taken).isEqualTo(new Taken(true, 4, 4, 4));
    }

    /** The column is that of the first wrong byte, from 1. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "scrape-syntax|2|a",
                "scrape-syntax|1|{a=\"b\"} 1",
                "scrape-syntax|1|5a 1",
                "scrape-syntax|4|cpu-load 1",
                "scrape-syntax|10|a{b=\"c\" 1",
                "scrape-syntax|7|a 1 2 3",
                "scrape-syntax|3|a # {} 1",
                "scrape-bad-label|3|a{1=\"c\"} 1",
                "scrape-bad-label|5|a{b=c} 1",
                "scrape-bad-label|4|a{b\"c\"} 1",
                "scrape-bad-label|8|a{b=\"c\"d=\"e\"} 1",
                "scrape-bad-label|9|a{b=\"c\",b=\"d\"} 1",
                "scrape-bad-label|6|a{b=\"\u00ff\"} 1",
                "scrape-bad-label|1|a{b=\"\\n\"} 1",
                "scrape-bad-label|3|a{,} 1",
                "scrape-bad-timestamp|5|a 1 1.5",
                "scrape-bad-timestamp|5|a 1 soon",
                "timestamp-out-of-range|5|a 1 1790000000000000000",
                "invalid-number|3|a 0x10",
                "invalid-number|3|a 1_000",
                "invalid-number|3|a one 5",
                "number-out-of-range|3|a 1e999",
                "number-out-of-range|3|a 1e+309",
                "not-finite|3|a +Inf",
                "not-finite|3|a -infinity 5",
            })
    void aWrongLineIsRefusedAloneWithItsPosition(String reason, int column, String line) {
        byte[] body = ("ok 1\n" + line + "\nok2 2\n").getBytes(ISO_8859_1);
        assertThat(received(new Body(body, body.length, ExpositionFormat.PROMETHEUS, true, MILLIS, true, false)))
                .containsExactlyInAnyOrder("ok value=1" + STAMP, "ok2 value=2" + STAMP);
        assertThat(taken.scraped()).isEqualTo(2);
        List<Parcel.Refused> refused = Intake.only(Parcel.Refused.class, queued);
        assertThat(refused).singleElement().satisfies(one -> {
            assertThat(one.reason()).isEqualTo(reason);
            assertThat(new String(one.bytes(), ISO_8859_1)).isEqualTo(line);
            assertThat(one.at() + 1).isEqualTo(column);
        });
    }

    @Test
    void aSeriesThatIsTwiceInAnAnswerIsRefusedOnce() {
        assertThat(received("a 1\na 2\nb 1 1790000000001\nb 2 1790000000002\n"))
                .containsExactlyInAnyOrder(
                        "a value=1" + STAMP, "b value=1 1790000000001000000", "b value=2 1790000000002000000");
        assertThat(intake.counts.rejected.snapshot()).isEqualTo(Map.of("scrape-duplicate", 1L));
    }

    @Test
    void aSeriesTooLongIsRefused() {
        assertThat(received("a{b=\"" + "x".repeat(40_000) + "\"} 1\nok 1\n")).containsExactly("ok value=1" + STAMP);
        assertThat(intake.counts.rejected.snapshot()).isEqualTo(Map.of("series-too-long", 1L));
    }

    @Test
    void ofACutBodyNothingIsTaken() {
        assertThat(received(ExpositionFormat.OPEN_METRICS, "a 1\nb 2\n# EO")).isEmpty();
        assertThat(taken.isWhole()).isFalse();
        assertThat(received(ExpositionFormat.OPEN_METRICS, "")).isEmpty();
        assertThat(taken.isWhole()).isFalse();
        assertThat(intake.counts.rejected.snapshot()).isEqualTo(Map.of("scrape-cut", 2L));
        // Without an end of its own, only the unfinished line is known to be cut.
        byte[] body = "a 1\nb 23".getBytes(UTF_8);
        assertThat(received(new Body(body, body.length, ExpositionFormat.PROMETHEUS, false, MILLIS, true, false)))
                .containsExactly("a value=1" + STAMP);
        assertThat(intake.counts.rejected.snapshot()).isEqualTo(Map.of("scrape-cut", 3L));
        assertThat(received("a 1\nb 23")).hasSize(2);
    }

    @Test
    void nothingFollowsTheEndOfOpenMetrics() {
        assertThat(received(ExpositionFormat.OPEN_METRICS, "a 1\n# EOF\nb 2\n# EOF\n"))
                .containsExactly("a value=1" + STAMP);
        assertThat(intake.counts.rejected.snapshot()).isEqualTo(Map.of("scrape-after-eof", 1L));
    }

    @Test
    void aSeriesThatTheTargetNoLongerHasEndsOnce() {
        assertThat(received("a 1\nb 1\nstamped 1 1790000000001\nn NaN\n")).hasSize(3);
        assertThat(received("b 2\n"))
                .containsExactlyInAnyOrder("b value=2" + STAMP, "a weir:end=true" + STAMP, "n weir:end=true" + STAMP);
        assertThat(received("b 3\n")).containsExactly("b value=3" + STAMP);
        assertThat(received("a 4\n")).containsExactlyInAnyOrder("a value=4" + STAMP, "b weir:end=true" + STAMP);
        assertThat(taken.added()).isEqualTo(1);
        lines.begin(Intake.SOURCE, Intake.NOW_NANOS);
        lines.endAll(series, MILLIS);
        lines.endAll(series, MILLIS);
        lines.handOver();
        assertThat(flushed()).containsExactly("a weir:end=true" + STAMP);
    }

    @Test
    void endedSeriesAreForgotten() {
        for (int round = 0; round < 50; round++) {
            StringBuilder body = new StringBuilder("always 1\n");
            for (int i = 0; i < 100; i++) {
                body.append("s{round=\"")
                        .append(round)
                        .append("\",i=\"")
                        .append(i)
                        .append("\"} 1\n");
            }
            assertThat(received(body.toString())).hasSize(round == 0 ? 101 : 201);
            assertThat(series.count()).isLessThanOrEqualTo(303);
        }
        assertThat(received("always 2\n")).hasSize(101).contains("always value=2" + STAMP);
    }

    @Test
    void thousandsOfSeriesAreFoundInAnyOrder() {
        List<String> samples = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            samples.add("cpu{core=\"" + i + "\"} " + i);
        }
        assertThat(received(String.join("\n", samples))).hasSize(5_000);
        Collections.reverse(samples);
        assertThat(received(String.join("\n", samples))).hasSize(5_000).contains("cpu,core=77 value=77" + STAMP);
        assertThat(taken).isEqualTo(new Taken(true, 5_000, 5_000, 0));
    }

    @Test
    void labellingChangesAndDrops() {
        Labelling labelling = labels -> {
            labels.put("job", "node");
            return !"secret".equals(labels.get("__name__"));
        };
        for (int i = 0; i < 2; i++) {
            assertThat(received(labelling, body("a 1\nsecret 2\nsecret 3\n")))
                    .containsExactly("a,job=node value=1" + STAMP);
            assertThat(taken).isEqualTo(new Taken(true, 3, 1, i == 0 ? 1 : 0));
        }
        assertThat(received(labelling, body("a 1\n"))).containsExactly("a,job=node value=1" + STAMP);
    }

    @Test
    void countsKeptSamplesAgainstALimitAndWritesNothing() {
        Labelling labelling = labels -> !labels.getOrDefault("__name__", "").startsWith("x");
        Body body = body("a 1\nxb 1\nwrong\nxc 1\nd 1\ne 1\n");
        assertThat(lines.hasMoreThan(2, series, labelling, body)).isTrue();
        assertThat(lines.hasMoreThan(3, series, labelling, body)).isFalse();
        assertThat(flushed()).isEmpty();
        assertThat(intake.counts.lines.sum()).isZero();
        assertThat(received(labelling, body)).hasSize(3);
        assertThat(taken).isEqualTo(new Taken(true, 5, 3, 3));
        assertThat(intake.counts.rejected.total()).isEqualTo(1);
    }

    @Test
    void nothingIsAllocatedForAKnownSeries() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            text.append("cpu_seconds_total{cpu=\"").append(i).append("\",mode=\"idle\"} 1.234567e+06\n");
            text.append("load{host=\"").append(i).append("\"} 0.25 1790000000000\n");
        }
        MappingAllocation.assertNone(
                lines -> new KnownBodies(lines, ExpositionFormat.PROMETHEUS),
                text.toString().getBytes(UTF_8),
                1_000);
    }

    private List<String> received(String body) {
        return received(ExpositionFormat.PROMETHEUS, body);
    }

    private List<String> received(ExpositionFormat format, String body) {
        byte[] bytes = body.getBytes(UTF_8);
        return received(new Body(bytes, bytes.length, format, true, MILLIS, true, false));
    }

    private List<String> received(Body body) {
        return received(labels -> true, body);
    }

    private List<String> received(Labelling labelling, Body body) {
        lines.begin(Intake.SOURCE, Intake.NOW_NANOS);
        taken = lines.take(series, labelling, body);
        lines.handOver();
        return flushed();
    }

    private static Body body(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        return new Body(bytes, bytes.length, ExpositionFormat.PROMETHEUS, true, MILLIS, true, false);
    }

    private List<String> flushed() {
        intake.lines.flush();
        queued = intake.queued();
        return Intake.lineTexts(queued);
    }
}
