package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.contract.line.LineReader;
import io.weir.writer.ScriptedServer.Answer;
import io.weir.writer.ScriptedServer.Request;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Answers of InfluxDB 3 as its documentation and its source have them. The server itself could not be had for the
 * tests.
 */
class InfluxDb3AnswersTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CONFLICT = "invalid column type for column 'v', expected"
            + " iox::column_type::field::float, got iox::column_type::field::string";

    private static ScriptedServer server(Function<Request, Answer> writes) {
        return new ScriptedServer(request -> request.path().equals("/ping")
                ? new Answer(200, "{\"version\":\"3.4.1\",\"revision\":\"a\",\"process_id\":\"b\"}")
                : writes.apply(request));
    }

    /** Stores lines, except those that have the text. */
    private static Answer refusing(Request request, String text, int status, String reason) {
        ObjectNode answer = JSON.createObjectNode().put("error", "partial write of line protocol occurred");
        ArrayNode refused = answer.putArray("data");
        byte[] bytes = request.body().getBytes(StandardCharsets.UTF_8);
        LineReader line = new LineReader();
        line.wrap(bytes, 0, bytes.length);
        for (int number = 1; line.next(); number++) {
            String whole =
                    new String(Arrays.copyOfRange(bytes, line.lineStart(), line.lineEnd()), StandardCharsets.UTF_8);
            if (whole.contains(text)) {
                refused.addObject()
                        .put("original_line", whole.substring(0, Math.min(20, whole.length())))
                        .put("line_number", number)
                        .put("error_message", reason);
            }
        }
        return refused.isEmpty() ? new Answer(204) : new Answer(status, answer.toString());
    }

    private static Parcel parcelTo(ScriptedServer server) {
        return new Parcel("influxdb3://" + server.address() + "/farm");
    }

    private static List<Request> writes(ScriptedServer server) {
        return server.requests.stream()
                .filter(request -> request.method().equals("POST"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 422})
    void refusedLinesAreNamedAtOnce(int status) {
        try (ScriptedServer server = server(request -> refusing(request, "bad", status, "exceeds a limit"));
                Parcel parcel = parcelTo(server)) {
            String lines = IntStream.range(0, 1_000)
                    .mapToObj(i -> (i % 10 == 3 ? "bad" : "m") + " v=\"a\n\nb\" " + i)
                    .collect(Collectors.joining("\n"));
            assertThat(parcel.deliver(lines)).isTrue();
            assertThat(parcel.rejectedLines())
                    .containsExactlyElementsOf(IntStream.range(0, 100)
                            .mapToObj(i -> "bad v=\"a\n\nb\" " + (i * 10 + 3))
                            .toList());
            assertThat(parcel.rejected).allMatch(line -> line.reason().equals("table-refused: exceeds a limit"));
            assertThat(writes(server)).hasSize(2);
            assertThat(writes(server).get(1).body()).doesNotContain("bad").contains(" 999");
        }
    }

    @Test
    void fieldOfAnotherTypeGetsItsSuffix() {
        try (ScriptedServer server = server(request -> refusing(request, " v=\"", 400, CONFLICT));
                Parcel parcel = Parcel.suffixing("influxdb3://" + server.address() + "/farm", Optional.empty(), "m")) {
            assertThat(parcel.deliver("m v=1.5 1\nm v=\"x\" 2\nother v=\"x\" 3"))
                    .isTrue();
            assertThat(parcel.rejectedLines()).containsExactly("other v=\"x\" 3");
            assertThat(parcel.rejected.get(0).reason())
                    .isEqualTo(
                            "table-refused: measurement other, field v: the type float stores no string; " + CONFLICT);
            List<Request> writes = writes(server);
            assertThat(writes.get(writes.size() - 1).body()).isEqualTo("m v_string=\"x\" 2\n");
        }
    }

    @Test
    void requestsHaveDatabasePrecisionTokenAndGzipForOtherHosts() {
        try (ScriptedServer server = server(request -> new Answer(204));
                Parcel near = new Parcel("influxdb3://" + server.address() + "/far%20m", Optional.of("secret"));
                // This host, too, but not through a loopback address.
                Parcel far = new Parcel("influxdb3://" + server.address().replace("127.0.0.1", "0.0.0.0") + "/farm")) {
            assertThat(near.deliver("m v=1 1\nm v=2u 2")).isTrue();
            assertThat(far.deliver("m v=3 3")).isTrue();
            assertThat(server.requests).extracting(Request::path).containsOnly("/ping", "/api/v3/write_lp");
            Request written = writes(server).get(0);
            assertThat(written.query()).isEqualTo("db=far+m&precision=nanosecond&accept_partial=true&no_sync=false");
            assertThat(written.authorization()).isEqualTo("Bearer secret");
            assertThat(written.body()).isEqualTo("m v=1 1\nm v=2u 2\n");
            assertThat(writes(server)).extracting(Request::encoding).containsExactly("identity", "gzip");
            assertThat(writes(server).get(1).body()).isEqualTo("m v=3 3\n");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            400 | {"error":"db name did not start with a number or letter","data":null} | check the database 'farm'
            400 | <html>words</html>                                                    | check the database 'farm'
            422 | {"error":"Adding a new database would exceed limit of 5 databases","data":null} | name a database
            404 | not found                                                             | has no /api/v3/write_lp
            401 | {"error":"the request was not authenticated","data":null}             | token
            503 | busy                                                                  | HTTP 503: busy
            """)
    void waitsIfTheLinesAreNotAtFault(int status, String body, String trouble) {
        try (ScriptedServer server = server(request -> new Answer(status, body));
                Parcel waiting = parcelTo(server)) {
            assertThat(waiting.trouble()).contains(trouble);
            assertThat(waiting.rejected).isEmpty();
        }
    }

    @Test
    void waitsForADatabaseBeyondTheLimit() {
        String limit = "Adding a new database would exceed limit of 5 databases";
        try (ScriptedServer server = server(request -> refusing(request, "", 422, limit));
                Parcel waiting = parcelTo(server)) {
            assertThat(waiting.trouble()).contains(limit + "; name a database that exists");
            assertThat(waiting.rejected).isEmpty();
        }
    }

    /** A server may fail on a line without naming it. */
    @Test
    void lineThatBreaksTheServerIsFound() {
        try (ScriptedServer server =
                        server(request -> request.body().contains("bad") ? new Answer(500, "panic") : new Answer(204));
                Parcel parcel = parcelTo(server)) {
            assertThat(parcel.deliver("m v=1 1", "bad v=2 2", "m v=3 3")).isTrue();
            assertThat(parcel.rejectedLines()).containsExactly("bad v=2 2");
        }
    }

    /** The probe's line is refused by name, but is not among the lines to deliver. */
    @Test
    @Timeout(60)
    void lineThatBreaksTheServerIsFoundIfTheProbeIsRefused() {
        try (ScriptedServer server = server(request -> request.body().contains("bad")
                        ? new Answer(500, "panic")
                        : refusing(
                                request, "weir_writer_probe", 422, "Update to schema would exceed number of tables"));
                Parcel parcel = parcelTo(server)) {
            assertThat(parcel.deliver("bad v=2 2")).isTrue();
            assertThat(parcel.rejectedLines()).containsExactly("bad v=2 2");
            assertThat(parcel.rejected.get(0).reason()).contains("HTTP 500: panic");
        }
    }

    /** A server that counts from 0, or counts blank lines, must not have good lines refused. */
    @Test
    void linesOtherThanTheServerShowsAreNotBelieved() {
        try (ScriptedServer server = server(request -> {
                    Answer answer = refusing(request, "bad", 400, "no");
                    return new Answer(
                            answer.status(),
                            request.body().lines().count() > 1
                                    ? answer.body().replace("\"line_number\":2", "\"line_number\":1")
                                    : answer.body());
                });
                Parcel parcel = parcelTo(server)) {
            assertThat(parcel.deliver("good v=1 1\nbad v=2 2\nm v=3 3")).isTrue();
            assertThat(parcel.rejectedLines()).containsExactly("bad v=2 2");
            parcel.rejected.clear();
            assertThat(parcel.deliver("m v=1 1\nm v=\"bad\" 2\nm v=3 3")).isTrue();
            assertThat(parcel.rejectedLines()).containsExactly("m v=\"bad\" 2");
        }
    }

    @Test
    void pagesOfProxiesAreShortened() {
        String page = "<html>" + "words ".repeat(10_000);
        for (int status : new int[] {400, 404, 502}) {
            try (ScriptedServer server = server(request -> new Answer(status, page));
                    Parcel waiting = parcelTo(server)) {
                assertThat(waiting.trouble()).contains("words words").hasSizeLessThan(1_000);
            }
        }
    }

    @Test
    void anotherServerIsNoInfluxDb3() {
        try (ScriptedServer server = new ScriptedServer(request -> new Answer(404, "not found"));
                Parcel wrong = parcelTo(server)) {
            assertThat(wrong.trouble()).contains("HTTP 404: not found");
        }
        try (ScriptedServer server = new ScriptedServer(request -> new Answer(400, "<html>"));
                Parcel wrong = parcelTo(server)) {
            assertThat(wrong.trouble()).contains("is no InfluxDB 3");
        }
    }
}
