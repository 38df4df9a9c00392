package io.weir.writer;

import static io.weir.writer.StoreContract.T;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.ScriptedServer.Answer;
import io.weir.writer.store.Texts;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** OTLP: answers of receivers, and what is in requests. */
@Timeout(60)
class OtlpTest {
    private static final long SEED = Long.getLong("weir.test.seed", System.nanoTime());

    /** By the specification, a request that was accepted in part is not sent again. */
    @Test
    void refusedPointsOfAPartialSuccessAreCounted() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int round = 0; round < 20; round++) {
            int good = random.nextInt(1, 300);
            int bad = random.nextInt(1, 100);
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < good + bad; i++) {
                String tag = i < bad ? ",bad=1" : "";
                lines.add(random.nextInt(lines.size() + 1), "m" + tag + ",host=h" + i + " a=1,b=2i " + T);
            }
            try (OtlpReceiver receiver = new OtlpReceiver(true);
                    Parcel parcel = new Parcel(receiver.url())) {
                assertThat(parcel.deliver(String.join("\n", lines))).isTrue();

                String of = "seed " + SEED + " round " + round;
                assertThat(receiver.points).as(of).hasSize(2 * good);
                assertThat(receiver.requests).as(of).hasSize(2);
                assertThat(parcel.counted("weir.writer.values.refused")).as(of).isEqualTo(2 * bad);
                assertThat(parcel.counted("weir.writer.lines.stored")).as(of).isEqualTo(lines.size());
                assertThat(parcel.rejected)
                        .as(of)
                        .containsExactly(new Parcel.Rejected(
                                "",
                                "store-refused: " + OtlpReceiver.WORDS + " (" + 2 * bad + " of " + 2 * (good + bad)
                                        + " values of a request)",
                                "3/0"));
            }
        }
    }

    @Test
    void linesAreRefusedIfAllPointsAre() {
        try (OtlpReceiver receiver = new OtlpReceiver(true);
                Parcel parcel = new Parcel(receiver.url())) {
            parcel.deliver("m,bad=1 a=1,b=2i " + T + "\nm,bad=2 a=1 " + T);

            assertThat(parcel.rejectedLines()).containsExactly("m,bad=1 a=1,b=2i " + T, "m,bad=2 a=1 " + T);
            assertThat(parcel.rejected.get(0).reason())
                    .isEqualTo("store-refused: " + OtlpReceiver.WORDS + " (3 of 3 values of a request)");
            assertThat(receiver.requests).hasSize(2);
            assertThat(parcel.counted("weir.writer.values.refused")).isZero();
        }
    }

    @Test
    void tagOfTheHostBelongsToTheResourceIfAsked() {
        try (OtlpReceiver receiver = new OtlpReceiver(false);
                Parcel parcel = new Parcel(receiver.url() + "?host.name=hostname")) {
            parcel.deliver("m,hostname=a,x=1 v=1 " + T + "\nm,hostname=b v=2 " + T + "\nm v=3 " + T);

            assertThat(receiver.points)
                    .extracting(OtlpReceiver.Point::resource)
                    .containsExactly(List.of("host.name=a"), List.of("host.name=b"), List.of());
            assertThat(receiver.points)
                    .extracting(point -> point.point().getAttributesList().stream()
                            .map(each -> each.getKey())
                            .toList())
                    .containsExactly(List.of("x"), List.of(), List.of());
        }
    }

    @Test
    void textsAreSkippedOrBecomeSeries() {
        try (OtlpReceiver receiver = new OtlpReceiver(false);
                Parcel skipping = new Parcel(receiver.url());
                Parcel info = Parcel.keeping(receiver.url(), Texts.INFO)) {
            skipping.deliver("skipped state=\"up\",load=1.5 " + T + "\nskipped state=\"down\" " + T);
            info.deliver("info state=\"up\" " + T);

            assertThat(skipping.counted("weir.writer.fields.skipped")).isEqualTo(2);
            assertThat(receiver.points)
                    .extracting(OtlpReceiver.Point::metric)
                    .containsExactly("skipped.load", "info.state_info");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "-1000000000000000000"})
    void timesThatTheProtocolDoesNotHaveAreRefused(String stamp) {
        try (OtlpReceiver receiver = new OtlpReceiver(false);
                Parcel parcel = new Parcel(receiver.url())) {
            parcel.deliver("m v=1 " + stamp + "\nm v=2 1");

            assertThat(parcel.rejectedLines()).containsExactly("m v=1 " + stamp);
            assertThat(parcel.rejected.get(0).reason()).contains("no times before 1970");
            assertThat(receiver.values("m", "v")).containsExactly("2.0");
        }
    }

    @Test
    void largeBatchesAreSeveralRequests() {
        String tag = "x".repeat(2_000);
        try (OtlpReceiver receiver = new OtlpReceiver(false);
                Parcel parcel = new Parcel(receiver.url())) {
            assertThat(parcel.deliver(IntStream.range(0, 6_000)
                            .mapToObj(i -> "m,host=h" + i + ",long=" + tag + " a=1,b=2 " + T)
                            .collect(Collectors.joining("\n"))))
                    .isTrue();

            assertThat(receiver.points).hasSize(12_000);
            assertThat(receiver.requests.size()).isGreaterThan(3);
            assertThat(receiver.requests)
                    .allSatisfy(headers -> assertThat(Integer.parseInt(headers.getFirst("Content-Length")))
                            .isLessThan(9_000_000));
        }
    }

    /** The search for a refused line sends no stored line again: receivers might count it twice. */
    @Test
    void aRefusedLineOfALargeBatchIsSearchedInItsRequest() {
        String tag = "x".repeat(2_000);
        try (OtlpReceiver receiver = new OtlpReceiver(false);
                Parcel parcel = new Parcel(receiver.url())) {
            List<String> lines = IntStream.range(0, 12_000)
                    .mapToObj(i -> "m,host=h" + i + ",long=" + tag + " v=" + i + " " + T)
                    .collect(Collectors.toCollection(ArrayList::new));
            lines.add(11_000, "m,bad=1 v=0 " + T);
            assertThat(parcel.deliver(String.join("\n", lines))).isTrue();

            assertThat(receiver.values("m", "v")).hasSize(12_000).doesNotHaveDuplicates();
            assertThat(parcel.rejectedLines()).containsExactly("m,bad=1 v=0 " + T);
        }
    }

    /** 500 fields with 40 000 bytes of tags are 20 MB in the protocol. */
    @Test
    void aLineThatIsLargeInTheProtocolIsRefused() {
        String fields = IntStream.range(0, 500).mapToObj(i -> "f" + i + "=1").collect(Collectors.joining(","));
        String line = "m,long=" + "x".repeat(40_000) + " " + fields + " " + T;
        try (OtlpReceiver receiver = new OtlpReceiver(false);
                Parcel parcel = new Parcel(receiver.url())) {
            assertThat(parcel.deliver("m v=1 " + T + "\n" + line)).isTrue();

            assertThat(parcel.rejectedLines()).containsExactly(line);
            assertThat(parcel.rejected.get(0).reason())
                    .contains("its tags, once for each of 500 fields, exceed 16 MB: send fewer fields in a line");
            assertThat(receiver.points).hasSize(1);
        }
    }

    /** For example, a firewall sends such a page. The lines do not cause it. */
    @ParameterizedTest
    @ValueSource(ints = {400, 403, 422, 502})
    void pageForBrowsersRefusesNoLine(int status) {
        try (ScriptedServer scripted = new ScriptedServer(request ->
                        request.body().contains("m.v") ? new Answer(status, "<html>blocked</html>") : new Answer(200));
                Parcel waiting = new Parcel("otlp://" + scripted.address())) {
            assertThat(waiting.trouble("m v=1 " + T)).contains("HTTP " + status + " with a page");
            assertThat(waiting.rejected).isEmpty();
        }
    }

    @Test
    void compressesForOtherHosts() {
        try (OtlpReceiver receiver = new OtlpReceiver(false);
                // This host, too, but not through a loopback address.
                Parcel parcel = new Parcel(receiver.url().replace("127.0.0.1", "0.0.0.0"))) {
            parcel.deliver("m v=1 " + T);

            assertThat(receiver.requests)
                    .extracting(headers -> headers.getFirst("Content-Encoding"))
                    .containsExactly("gzip", "gzip");
            assertThat(receiver.values("m", "v")).containsExactly("1.0");
        }
    }

    @Test
    void requestsHavePathCredentialsAndTenant() {
        try (ScriptedServer scripted = new ScriptedServer(request -> new Answer(200));
                Parcel bearing = new Parcel(
                        "otlp://" + scripted.address() + "/otlp/v1/metrics?tenant=me", Optional.of("secret"));
                Parcel user = new Parcel("otlp://me@" + scripted.address(), Optional.of("secret"))) {
            bearing.deliver("m v=1 " + T);
            user.deliver("m v=1 " + T);

            assertThat(scripted.requests)
                    .extracting(request -> request.method() + " " + request.path() + " " + request.authorization() + " "
                            + request.tenant())
                    .containsExactly(
                            "POST /otlp/v1/metrics Bearer secret me",
                            "POST /otlp/v1/metrics Bearer secret me",
                            "POST /v1/metrics " + basic() + " null",
                            "POST /v1/metrics " + basic() + " null");
        }
    }

    private static String basic() {
        return "Basic " + Base64.getEncoder().encodeToString("me:secret".getBytes(UTF_8));
    }

    @ParameterizedTest
    @CsvSource({
        "400, accepts no OTLP over HTTP",
        "401, no password or token was given",
        "404, accepts no OTLP over HTTP",
        "413, accepts no OTLP over HTTP",
        "422, accepts no OTLP over HTTP",
        "415, 'accepts no protobuf, or no gzip'",
        "307, HTTP 307",
        "500, HTTP 500"
    })
    void waitsIfTheLinesAreNotAtFault(int status, String trouble) {
        try (ScriptedServer scripted = new ScriptedServer(request -> new Answer(status, "words"));
                Parcel waiting = new Parcel("otlp://" + scripted.address())) {
            assertThat(waiting.trouble()).contains(trouble).contains("words");
            assertThat(waiting.rejected).isEmpty();
        }
    }

    /** For example, a proxy sends a page for the login, from the start or later. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void pageForBrowsersIsNoSuccess(boolean isFromTheStart) {
        try (ScriptedServer scripted = new ScriptedServer(
                        request -> isFromTheStart || request.body().contains("m.v")
                                ? new Answer(200, "<html>log in</html>")
                                : new Answer(200));
                Parcel waiting = new Parcel("otlp://" + scripted.address())) {
            assertThat(waiting.trouble("m v=1 " + T)).contains("HTTP 200 with a page; correct the store's URL");
            assertThat(waiting.rejected).isEmpty();
            assertThat(scripted.requests.stream()
                            .anyMatch(request -> request.body().contains("m.v")))
                    .isEqualTo(!isFromTheStart);
        }
    }

    @ParameterizedTest
    @CsvSource({"429", "502", "503", "504"})
    void sendsAgainAfterAnAnswerThatIsNotFinal(int status) {
        List<String> answered = new ArrayList<>();
        try (ScriptedServer scripted = new ScriptedServer(request -> {
                    answered.add(request.body());
                    return answered.size() == 2 ? new Answer(status, "later") : new Answer(200);
                });
                Parcel waiting = new Parcel("otlp://" + scripted.address())) {
            assertThat(waiting.deliver("m v=1 " + T)).isTrue();

            assertThat(answered.get(answered.size() - 1))
                    .isEqualTo(answered.get(1))
                    .contains("m.v");
            assertThat(waiting.counted("weir.writer.retries")).isEqualTo(1);
            assertThat(waiting.rejected).isEmpty();
        }
    }

    @Test
    void waitsAsLongAsTheReceiverAsks() {
        List<Long> times = new ArrayList<>();
        try (ScriptedServer scripted = new ScriptedServer(request -> {
                    times.add(System.nanoTime());
                    return times.size() == 2 ? new Answer(503, "later", "1") : new Answer(200);
                });
                Parcel waiting = new Parcel("otlp://" + scripted.address())) {
            assertThat(waiting.deliver("m v=1 " + T)).isTrue();
            assertThat(times.get(2) - times.get(1)).isGreaterThan(1_000_000_000L);
        }
    }

    @ParameterizedTest
    @CsvSource({"400, words, words", "422, words, words", "400, '', no reason given"})
    void refusedLineHasTheWordsOfTheReceiver(int status, String words, String reason) {
        try (ScriptedServer scripted = new ScriptedServer(
                        request -> request.body().contains("bad.v") ? new Answer(status, words) : new Answer(200));
                Parcel refusing = new Parcel("otlp://" + scripted.address())) {
            assertThat(refusing.deliver("m v=1 " + T + "\nbad v=1 " + T + "\nm v=2 " + T))
                    .isTrue();

            assertThat(refusing.rejected)
                    .containsExactly(new Parcel.Rejected("bad v=1 " + T, "store-refused: " + reason, "3/0"));
        }
    }

    @Test
    void splitsARequestThatIsTooLarge() {
        try (ScriptedServer scripted = new ScriptedServer(
                        request -> request.body().length() > 2_000 ? new Answer(413, "too large") : new Answer(200));
                Parcel splitting = new Parcel("otlp://" + scripted.address())) {
            assertThat(splitting.deliver(IntStream.range(0, 1_000)
                            .mapToObj(i -> "m,host=h" + i + " v=" + i + " " + T)
                            .collect(Collectors.joining("\n"))))
                    .isTrue();

            assertThat(splitting.rejected).isEmpty();
            assertThat(splitting.counted("weir.writer.lines.stored")).isEqualTo(1_000);
        }
    }
}
