package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.ScriptedServer.Answer;
import io.weir.writer.ScriptedServer.Request;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The outcome of lines for each status of a store or proxy. */
@Tag("long")
class StoreAnswersTest {
    private static final Answer STORED = new Answer(204);

    @Test
    void requestIsCompleteAndUncompressedOnThisHost() {
        try (ScriptedServer server = new ScriptedServer(request -> STORED);
                Parcel parcel = parcelTo(server)) {
            assertThat(parcel.deliver("m value=1 1", "m value=2 2")).isTrue();

            Request written = server.requests.get(1);
            assertThat(written)
                    .isEqualTo(new Request(
                            "POST",
                            "/api/v2/write",
                            "org=my org&bucket=the bucket&precision=ns",
                            "Token secret",
                            "identity",
                            "m value=1 1\nm value=2 2\n"));
        }
    }

    @Test
    void compressesBatchesForOtherHosts() {
        try (ScriptedServer server = new ScriptedServer(request -> STORED);
                // This host, too, but not through a loopback address.
                Parcel parcel = new Parcel(url(server).replace("127.0.0.1", "0.0.0.0"), Optional.of("secret"))) {
            assertThat(parcel.deliver("m value=1 1")).isTrue();

            assertThat(server.requests.get(1).encoding()).isEqualTo("gzip");
            assertThat(server.requests.get(1).body()).isEqualTo("m value=1 1\n");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "401, HTTP 401, WEIR_STORE_TOKEN",
        "403, HTTP 403, give the token write permission on bucket 'the bucket' of organization 'my org'",
        "429, HTTP 429, slow down",
        "500, HTTP 500, slow down",
        "503, HTTP 503, slow down",
    })
    void otherThanTheLinesAreAtFault(int status, String named, String remedy) {
        try (ScriptedServer server = new ScriptedServer(request -> new Answer(status, "{\"message\": \"slow down\"}"));
                Parcel parcel = parcelTo(server)) {
            assertThat(parcel.trouble()).contains(named).contains(remedy).doesNotContain("secret");
            assertThat(parcel.rejected).isEmpty();
        }
    }

    @Test
    void detectsAServerThatIsNotInfluxDb() {
        try (ScriptedServer pages = new ScriptedServer(request ->
                        new Answer(request.method().equals("GET") ? 200 : 404, "<html>" + "x".repeat(9_999)));
                Parcel parcel = parcelTo(pages)) {
            assertThat(parcel.trouble()).contains("not an InfluxDB 2.x");
        }
        try (ScriptedServer refusing = new ScriptedServer(request -> new Answer(413, "too large"));
                Parcel parcel = parcelTo(refusing)) {
            assertThat(parcel.trouble()).contains("too large");
        }
    }

    @ParameterizedTest
    @CsvSource({"400", "422"})
    void refusedLineIsRejectedWithTheServersWordsAndItsNeighboursStored(int status) {
        try (ScriptedServer server = new ScriptedServer(
                        failing("bad", new Answer(status, "{\"code\": \"invalid\", \"message\": \"no such thing\"}")));
                Parcel parcel = parcelTo(server)) {
            assertThat(parcel.deliver(lines(100, 42))).isTrue();

            assertThat(parcel.rejectedLines()).containsExactly("bad value=42 42");
            assertThat(parcel.rejected.get(0).reason()).isEqualTo("store-refused: no such thing");
            assertThat(parcel.counted("weir.writer.lines.stored")).isEqualTo(99);
        }
    }

    @Test
    void splitsABatchThatIsTooLarge() {
        try (ScriptedServer server = new ScriptedServer(
                        request -> request.body().length() > 200 ? new Answer(413, "too large") : STORED);
                Parcel parcel = parcelTo(server)) {
            assertThat(parcel.deliver(lines(100, -1))).isTrue();

            assertThat(parcel.rejected).isEmpty();
            assertThat(stored(server, 200)).isEqualTo(lines(100, -1));
        }
    }

    @ParameterizedTest
    @CsvSource({"429", "503"})
    void waitsAsLongAsTheStoreAsks(int status) {
        AtomicInteger writes = new AtomicInteger();
        try (ScriptedServer server = new ScriptedServer(
                        request -> writes.incrementAndGet() == 2 ? new Answer(status, "later", "1") : STORED);
                Parcel parcel = parcelTo(server)) {
            long beganNanos = System.nanoTime();

            assertThat(parcel.deliver("m value=1 1")).isTrue();

            assertThat(System.nanoTime() - beganNanos).isGreaterThan(1_000_000_000L);
            assertThat(parcel.counted("weir.writer.retries")).isEqualTo(1);
        }
    }

    @Test
    void givesUpALineThatBreaksTheStore() {
        try (ScriptedServer server = new ScriptedServer(failing("bad", new Answer(500, "panic: bad")));
                Parcel parcel = parcelTo(server)) {
            assertThat(parcel.deliver(lines(20, 13))).isTrue();

            assertThat(parcel.rejectedLines()).containsExactly("bad value=13 13");
            assertThat(parcel.rejected.get(0).reason()).contains("HTTP 500: panic: bad");
            assertThat(parcel.state.trouble()).isNull();
        }
    }

    @Test
    void givesUpABreakingLineWithoutNeighbours() {
        try (ScriptedServer server = new ScriptedServer(failing("bad", new Answer(500, "panic")));
                Parcel parcel = parcelTo(server)) {
            parcel.deliver("m value=1 1");

            assertThat(parcel.deliver("bad value=2 2")).isTrue();

            assertThat(parcel.rejectedLines()).containsExactly("bad value=2 2");
        }
    }

    @Test
    void givesUpABreakingLineRightAfterTheStart() {
        try (ScriptedServer server = new ScriptedServer(failing("bad", new Answer(500, "panic")));
                Parcel parcel = parcelTo(server)) {
            assertThat(parcel.deliver("bad value=2 2")).isTrue();

            assertThat(parcel.rejectedLines()).containsExactly("bad value=2 2");
        }
    }

    @Test
    void splitsABatchThatTheStoreWritesTooSlowly() {
        int most = 100_000;
        // More than a busy machine needs for a request.
        Duration timeout = Duration.ofSeconds(3);
        try (ScriptedServer server = new ScriptedServer(request -> {
                    if (request.body().length() > most) {
                        LockSupport.parkNanos(timeout.plusSeconds(1).toNanos());
                    }
                    return STORED;
                });
                Parcel parcel = new Parcel(url(server), Optional.of("secret"), timeout)) {
            String lines = lines(10_000, -1);

            assertThat(parcel.deliver(lines)).isTrue();

            assertThat(parcel.rejected).isEmpty();
            assertThat(stored(server, most)).isEqualTo(lines);
            assertThat(parcel.counted("weir.writer.retries")).isEqualTo(1);
        }
    }

    @Test
    void treatsATruncatedAnswerAsNone() {
        try (CutAnswers server =
                        new CutAnswers("HTTP/1.1 400 Bad Request\r\nContent-Length: 100\r\n\r\n{\"message\": \"part");
                Parcel parcel = new Parcel("influxdb2://" + server.address() + "/b?org=o", Optional.of("secret"))) {
            assertThat(parcel.trouble()).contains("store influxdb2://").contains(": ");
            assertThat(parcel.rejected).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"401, name one in the store's URL", "403, name one in the store's URL", "404, create it", "500, broke"})
    void influxDb1TellsWhatToDo(int status, String remedy) {
        try (ScriptedServer server = new ScriptedServer(request ->
                        request.path().equals("/query") ? STORED : new Answer(status, "{\"error\": \"broke\"}"));
                Parcel parcel = new Parcel("influxdb1://" + server.address() + "/d")) {
            assertThat(parcel.trouble())
                    .contains("HTTP " + status)
                    .contains("broke")
                    .contains(remedy);
        }
    }

    @Test
    void missingRetentionPolicyIsNoFaultOfTheLines() {
        Answer missing = new Answer(500, "{\"error\": \"retention policy not found: none\"}");
        try (ScriptedServer server =
                        new ScriptedServer(request -> request.path().equals("/query") ? STORED : missing);
                Parcel parcel = new Parcel("influxdb1://" + server.address() + "/d")) {
            assertThat(parcel.trouble())
                    .contains("retention policy not found: none")
                    .contains("create it");
            assertThat(server.requests).extracting(Request::body).noneMatch(body -> body.contains("weir_writer_probe"));
        }
    }

    @Test
    void waitsForAStoreThatFailsOnEveryLine() {
        AtomicInteger writes = new AtomicInteger();
        try (ScriptedServer server =
                        new ScriptedServer(request -> !request.body().isEmpty() && writes.incrementAndGet() <= 6
                                ? new Answer(500, "disk full")
                                : STORED);
                Parcel parcel = parcelTo(server)) {
            assertThat(parcel.deliver(lines(4, -1))).isTrue();

            assertThat(parcel.rejected).isEmpty();
        }
    }

    /** Fails requests with this text and accepts others. */
    private static Function<Request, Answer> failing(String culprit, Answer answer) {
        return request -> request.body().contains(culprit) ? answer : STORED;
    }

    private static String lines(int count, int bad) {
        return IntStream.range(0, count)
                .mapToObj(i -> (i == bad ? "bad" : "m") + " value=" + i + " " + i)
                .collect(Collectors.joining("\n"));
    }

    private static String stored(ScriptedServer server, int limit) {
        List<String> bodies = server.requests.stream()
                .map(Request::body)
                .filter(body -> body.length() <= limit)
                .toList();
        // A part of a batch has no newline after its last line.
        return String.join("\n", bodies).replaceAll("\n+", "\n").strip();
    }

    private static Parcel parcelTo(ScriptedServer server) {
        return new Parcel(url(server), Optional.of("secret"));
    }

    private static String url(ScriptedServer server) {
        return "influxdb2://" + server.address() + "/the%20bucket?org=my%20org";
    }
}
