package io.weir.gateway.remotewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.fuzz.Damage;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.testing.InputPage;
import io.weir.gateway.testing.Proto;
import io.weir.gateway.testing.SentSeries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WriteRequestsTest {
    private static final long MILLIS = 1_790_000_000_000L;
    private static final String STAMP = " 1790000000000000000";
    private static final double STALE = Double.longBitsToDouble(SampleLines.STALE);

    private final Intake intake = new Intake();
    private final WriteRequests requests = new WriteRequests(intake.lines);
    private List<Parcel> queued = List.of();
    private WriteReport report = new WriteReport();
    private long accepted;

    @ParameterizedTest
    @EnumSource
    void samplesBecomeLines(RemoteWriteVersion version) {
        assertThat(received(
                        version,
                        SentSeries.of("__name__=up,instance=a:9100,job=node", 1, MILLIS),
                        SentSeries.of("job=j 1,__name__=http_requests:rate5m,code=", 2.5e-7, MILLIS + 1),
                        new SentSeries(
                                List.of("__name__", "temperature", "place", "Gen\u00e8ve"),
                                List.of(new SentSeries.Sample(-3, MILLIS), new SentSeries.Sample(4, MILLIS + 15_000)),
                                List.of())))
                .containsExactlyInAnyOrder(
                        "up,instance=a:9100,job=node value=1" + STAMP,
                        "http_requests:rate5m,job=j\\ 1 value=2.5E-7 1790000000001000000",
                        "temperature,place=Gen\u00e8ve value=-3" + STAMP,
                        "temperature,place=Gen\u00e8ve value=4 1790000015000000000");
        assertThat(report.samples()).isEqualTo(4);
        assertThat(report.histograms()).isZero();
        assertThat(report.hasRefused()).isFalse();
        assertThat(intake.counts.rejected.total()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aStaleMarkerEndsTheSeries(RemoteWriteVersion version) {
        assertThat(received(
                        version,
                        SentSeries.of("__name__=up,job=node", STALE, MILLIS),
                        SentSeries.ofHistogram(
                                "__name__=seconds", new Proto().number(3, STALE).integer(15, MILLIS))))
                .containsExactlyInAnyOrder("up,job=node weir:end=true" + STAMP, "seconds weir:end=true" + STAMP);
    }

    @ParameterizedTest
    @EnumSource
    void numbersThatAreNotFiniteCostNoNeighbourAndNoRetry(RemoteWriteVersion version) {
        assertThat(received(
                        version,
                        SentSeries.of("__name__=a", Double.NaN, MILLIS),
                        SentSeries.of("__name__=b", Double.POSITIVE_INFINITY, MILLIS),
                        SentSeries.of("__name__=c", 1, MILLIS)))
                .containsExactly("c value=1" + STAMP);
        assertThat(report.hasRefused()).isFalse();
        assertThat(intake.counts.warnings.snapshot()).isEqualTo(Map.of("remote-write-nan", 1L));
        assertThat(intake.counts.rejected.snapshot()).isEqualTo(Map.of("not-finite", 1L));
        assertThat(refused()).containsExactly("b value=Infinity 1790000000000");
    }

    @ParameterizedTest
    @EnumSource
    void wrongSeriesAreRefusedAloneWithTheirLabels(RemoteWriteVersion version) {
        assertThat(received(
                        version,
                        SentSeries.of("__name__=ok", 1, MILLIS),
                        SentSeries.of("job=node", 1, MILLIS),
                        SentSeries.of("__name__=,job=node", 1, MILLIS),
                        new SentSeries(
                                List.of("__name__", "cpu", "", "x"),
                                List.of(new SentSeries.Sample(1, MILLIS), new SentSeries.Sample(2, MILLIS + 1)),
                                List.of()),
                        SentSeries.of("__name__=cpu,a=\n", 1, MILLIS),
                        SentSeries.of("__name__=cpu,a=1,a=2", 1, MILLIS),
                        SentSeries.of("__name__=cpu", 1, Long.MAX_VALUE),
                        SentSeries.of("__name__=ok", 2, MILLIS + 1)))
                .containsExactlyInAnyOrder("ok value=1" + STAMP, "ok value=2 1790000000001000000");
        assertThat(intake.counts.rejected.snapshot())
                .isEqualTo(Map.of(
                        "remote-write-no-name", 2L,
                        "remote-write-bad-label", 3L,
                        "duplicate-tag", 1L,
                        "timestamp-out-of-range", 1L));
        assertThat(refused())
                .contains(
                        "{job=\"node\"} 1.0 1790000000000",
                        "{__name__=\"cpu\",=\"x\"} 2.0 1790000000001",
                        "cpu,a=1,a=2 value=1 1790000000000");
        assertThat(report.samples()).isEqualTo(2);
        assertThat(report.message())
                .startsWith("accepted 2, refused 7: remote-write-no-name: {job=\"node\"} 1.0 1790000000000; ")
                .endsWith("; and 2 more");
    }

    @Test
    void thePageHasEveryReason() {
        assertThat(Arrays.stream(RemoteWriteError.values())
                        .filter(error -> error != RemoteWriteError.NONE)
                        .map(error -> "`" + error.code() + "`"))
                .allMatch(new InputPage("remote-write").text()::contains);
    }

    @ParameterizedTest
    @EnumSource
    void longLabelsAreNotRepeatedWithoutABound(RemoteWriteVersion version) {
        List<SentSeries.Sample> samples = Collections.nCopies(100_000, new SentSeries.Sample(1, 0));
        String labels = IntStream.range(0, 6)
                .mapToObj(i -> ",l" + i + "=" + "x".repeat(1_000))
                .collect(Collectors.joining());
        List<String> long6 = List.of(("__name__=up" + labels).split("[=,]"));
        List<String> longest = List.of("__name__", "up", "l", "x".repeat(40_000));
        assertThat(received(
                        version, new SentSeries(long6, samples, List.of()), SentSeries.of("__name__=ok", 1, MILLIS)))
                .hasSizeBetween(1_000, 60_000);
        assertThat(intake.counts.rejected.snapshot()).containsOnlyKeys("remote-write-too-large");
        assertThat(received(
                        version, new SentSeries(longest, samples, List.of()), SentSeries.of("__name__=ok", 1, MILLIS)))
                .containsExactly("ok value=1" + STAMP);
        assertThat(intake.counts.rejected.of("series-too-long")).isEqualTo(100_000);
    }

    @ParameterizedTest
    @EnumSource
    void aRepeatedSeriesHasAsMuchRoomAsANewOne(RemoteWriteVersion version) {
        List<SentSeries.Sample> samples = Collections.nCopies(1_000, new SentSeries.Sample(0, 0));
        SentSeries sent = new SentSeries(List.of("__name__", "up", "l", "x".repeat(3_000)), samples, List.of());
        int first = received(version, sent).size();
        assertThat(first).isBetween(500, 999);
        assertThat(received(version, sent)).hasSize(first);
    }

    /** A text of version 2 may be referred to again and again. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void referencesToALongTextAreNotFollowedWithoutABound() {
        Proto request =
                new Proto().text(4, "").text(4, "__name__").text(4, "up").text(4, "x".repeat(3_000_000));
        int[] references = new int[2_000];
        Arrays.fill(references, 3);
        references[0] = 1;
        references[1] = 2;
        for (int i = 0; i < 1_000; i++) {
            request.message(5, new Proto().packed(1, references));
        }
        Proto ok = new Proto().packed(1, 1, 2).message(2, new SentSeries.Sample(7, MILLIS).proto());
        Proto tooLong = new Proto().packed(1, references).message(2, new SentSeries.Sample(7, MILLIS).proto());
        assertThat(received(request.message(5, tooLong).message(5, ok).bytes(), RemoteWriteVersion.V2))
                .containsExactly("up value=7" + STAMP);
        assertThat(intake.counts.rejected.snapshot()).isEqualTo(Map.of("series-too-long", 1L));
    }

    @Test
    void gapsOfHistogramsTakeRoomToo() {
        List<byte[]> histograms = Collections.nCopies(
                5_000,
                new Proto()
                        .message(11, new Proto().signed(1, 0).integer(2, 1))
                        .message(11, new Proto().signed(1, 4_000).integer(2, 1))
                        .packedSigned(12, 1, 0)
                        .integer(15, MILLIS)
                        .bytes());
        SentSeries gaps = new SentSeries(List.of("__name__", "h"), List.of(), histograms);
        byte[] body = SentSeries.body(RemoteWriteVersion.V1, List.of(gaps));
        long bytes = received(body, RemoteWriteVersion.V1).stream()
                .mapToLong(String::length)
                .sum();
        assertThat(bytes).isLessThan(101L * body.length + 100_000);
        assertThat(intake.counts.rejected.snapshot()).containsOnlyKeys("remote-write-too-large");
    }

    @Test
    void aSecondNameIsRefused() {
        assertThat(received(RemoteWriteVersion.V1, SentSeries.of("__name__=a,__name__=b", 1, MILLIS)))
                .isEmpty();
        assertThat(intake.counts.rejected.snapshot()).isEqualTo(Map.of("remote-write-bad-label", 1L));
    }

    @Test
    void aReferenceToNoTextIsRefused() {
        for (int[] labels : List.of(new int[] {0, 1, 2}, new int[] {1, 9}, new int[] {1, -1})) {
            Proto series = new Proto().packed(1, labels).message(2, new SentSeries.Sample(1, MILLIS).proto());
            Proto request =
                    new Proto().text(4, "").text(4, "__name__").text(4, "cpu").message(5, series);
            assertThat(received(request.bytes(), RemoteWriteVersion.V2)).isEmpty();
            assertThat(report.message()).contains("remote-write-bad-label");
        }
    }

    @Test
    void fieldsMayHaveAnyOrderAndReferencesNeedNotBePacked() {
        Proto series = new Proto()
                .message(2, new SentSeries.Sample(7, MILLIS).proto())
                .integer(1, 1)
                .integer(1, 2);
        Proto request =
                new Proto().message(5, series).text(4, "").text(4, "__name__").text(4, "cpu");
        assertThat(received(request.bytes(), RemoteWriteVersion.V2)).containsExactly("cpu value=7" + STAMP);
    }

    @ParameterizedTest
    @EnumSource
    void nativeHistogramsHaveTheFieldsOfExponentialOnes(RemoteWriteVersion version) {
        Proto span = new Proto().signed(1, 3).integer(2, 2);
        Proto next = new Proto().signed(1, 1).integer(2, 1);
        Proto integers = new Proto()
                .integer(1, 12)
                .number(3, 18.5)
                .signed(4, 3)
                .number(5, 0.001)
                .integer(6, 1)
                .message(8, new Proto().signed(1, -2).integer(2, 1))
                .packedSigned(9, 4)
                .message(11, span)
                .message(11, next)
                .packedSigned(12, 1, 2, -1)
                .integer(15, MILLIS);
        Proto floats = new Proto()
                .number(2, 1.5)
                .number(3, Double.NaN)
                .signed(4, 0)
                .message(11, new Proto().signed(1, 0).integer(2, 1))
                .packedNumbers(13, 1.5)
                .integer(15, MILLIS);
        Proto custom = new Proto()
                .integer(1, 3)
                .number(3, 8)
                .signed(4, -53)
                .message(11, new Proto().signed(1, 1).integer(2, 1))
                .packedSigned(12, 3)
                .integer(15, MILLIS)
                .packedNumbers(16, 0.5, 1, 5);
        assertThat(received(
                        version,
                        SentSeries.ofHistogram("__name__=a", integers),
                        SentSeries.ofHistogram("__name__=b", floats),
                        SentSeries.ofHistogram("__name__=c", custom),
                        SentSeries.of("__name__=d", 1, MILLIS)))
                .containsExactlyInAnyOrder(
                        "a sum=18.5,count=12,scale=3i,zero_count=1,zero_threshold=0.001,positive_offset=2i,"
                                + "positive=\"[1,3,0,2]\",negative_offset=-3i,negative=\"[4]\"" + STAMP,
                        "b count=1.5,scale=0i,zero_count=0,zero_threshold=0,positive_offset=-1i,positive=\"[1.5]\""
                                + STAMP,
                        "c sum=8,count=3,bounds=\"[0.5,1,5]\",counts=\"[0,3,0,0]\"" + STAMP,
                        "d value=1" + STAMP);
        assertThat(report.samples()).isEqualTo(1);
        assertThat(report.histograms()).isEqualTo(3);
    }

    @Test
    void wrongHistogramsAreRefusedAlone() {
        List<Proto> wrong = List.of(
                new Proto().message(11, new Proto().signed(1, 0).integer(2, 2)).packedSigned(12, 1),
                new Proto().message(11, new Proto().signed(1, 0).integer(2, 1)).packedSigned(12, 1, 1),
                new Proto().packedSigned(12, 1),
                new Proto()
                        .message(11, new Proto().signed(1, 0).integer(2, 1))
                        .message(11, new Proto().signed(1, Integer.MAX_VALUE).integer(2, 1))
                        .message(11, new Proto().signed(1, -Integer.MAX_VALUE).integer(2, 1))
                        .packedSigned(12, 1, 1, 1),
                new Proto().message(11, new Proto().signed(1, 0).integer(2, -1)),
                new Proto().packedNumbers(13, Double.NaN).message(11, new Proto().integer(2, 1)),
                new Proto().number(2, Double.POSITIVE_INFINITY),
                new Proto()
                        .signed(4, -53)
                        .packedNumbers(16, 1)
                        .message(11, new Proto().integer(2, 3))
                        .packedSigned(12, 1, 1, 1));
        List<SentSeries> all = new ArrayList<>();
        for (Proto each : wrong) {
            all.add(SentSeries.ofHistogram("__name__=h", each.integer(15, MILLIS)));
            all.add(SentSeries.of("__name__=ok", all.size(), MILLIS));
        }
        assertThat(received(RemoteWriteVersion.V1, all.toArray(SentSeries[]::new)))
                .hasSize(wrong.size());
        assertThat(intake.counts.rejected.snapshot())
                .isEqualTo(Map.of("remote-write-bad-histogram", (long) wrong.size()));
        assertThat(report.histograms()).isZero();
        assertThat(refused()).anyMatch(text -> text.startsWith("h histogram schema=0 count=0.0 sum=0.0 179"));
    }

    @ParameterizedTest
    @EnumSource
    void aBrokenBodyIsToldAndCostsNothingBeforeIt(RemoteWriteVersion version) {
        byte[] body = SentSeries.body(
                version, List.of(SentSeries.of("__name__=a", 1, MILLIS), SentSeries.of("__name__=b", 2, MILLIS)));
        byte[] cut = Arrays.copyOf(body, body.length - 20);
        assertThat(received(cut, version)).isSubsetOf("a value=1" + STAMP);
        assertThat(report.message()).contains("remote-write-broken: a request of " + cut.length + " bytes: ");
        assertThat(intake.counts.rejected.of("remote-write-broken")).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void damagedBodiesNeverThrow(RemoteWriteVersion version) {
        byte[] valid = SentSeries.body(
                version,
                List.of(
                        SentSeries.of("__name__=up,instance=a,job=node", 1, MILLIS),
                        SentSeries.ofHistogram(
                                "__name__=h",
                                new Proto()
                                        .integer(1, 2)
                                        .message(11, new Proto().signed(1, 3).integer(2, 2))
                                        .packedSigned(12, 1, 0)
                                        .integer(15, MILLIS))));
        Damage damage = new Damage(Damage.seed(), List.of(valid));
        for (int i = Damage.inputs(); i > 0; i--) {
            received(damage.next(), version);
            assertThat(intake.counts.lines.sum())
                    .isEqualTo(intake.counts.rejected.total()
                            + accepted
                            - intake.counts.warnings.of(SampleLines.NOT_A_NUMBER))
                    .isLessThan(100L * Damage.inputs());
        }
        assertThat(received(version, SentSeries.of("__name__=ok", 1, MILLIS))).containsExactly("ok value=1" + STAMP);
    }

    private List<String> received(RemoteWriteVersion version, SentSeries... all) {
        return received(SentSeries.body(version, List.of(all)), version);
    }

    private List<String> received(byte[] body, RemoteWriteVersion version) {
        report = requests.take(body, body.length, version, Intake.SOURCE, Intake.NOW_NANOS);
        accepted += report.samples() + report.histograms();
        intake.lines.flush();
        queued = intake.queued();
        return Intake.lineTexts(queued);
    }

    private List<String> refused() {
        return Intake.refusedTexts(queued);
    }
}
