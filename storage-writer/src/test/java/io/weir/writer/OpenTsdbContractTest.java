package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.writer.ScriptedServer.Answer;
import io.weir.writer.ScriptedServer.Request;
import io.weir.writer.store.Texts;
import io.weir.writer.testing.FreePorts;
import io.weir.writer.testing.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * OpenTSDB's protocol, to a real VictoriaMetrics. OpenTSDB itself needs HBase and is not among the
 * tests: scripted answers are those of its documentation.
 */
class OpenTsdbContractTest extends StoreContract {
    private record Served(ServerProcess server, String url) implements ServedStore {
        @Override
        public List<String> values(String measurement, String field) {
            return new VictoriaMetricsContractTest.Served(server, "").valuesOf(measurement + "." + field);
        }
    }

    private ServerProcess server() {
        return ((Served) store()).server();
    }

    private static ScriptedServer server(Function<Request, Answer> points) {
        return new ScriptedServer(request -> request.body().equals("[]")
                ? new Answer(400, "{\"error\":{\"code\":400,\"message\":\"No datapoints found in content\"}}")
                : points.apply(request));
    }

    private static Parcel parcelTo(ScriptedServer server) {
        return new Parcel("opentsdb://" + server.address());
    }

    /** An answer to {@code ?details} whose points fail. */
    private static Answer failed(String reason) {
        return new Answer(
                400,
                "{\"errors\":[{\"datapoint\":{\"metric\":\"m.v\",\"timestamp\":1,\"value\":\"1\",\"tags\":{\"a\":\"b\"}},"
                        + "\"error\":\"" + reason + "\"}],\"failed\":1,\"success\":0}");
    }

    @Override
    TestStore open(Path directory) {
        String address = "127.0.0.1:" + FreePorts.next();
        return new Served(ServerProcess.victoriaMetrics("-opentsdbHTTPListenAddr=" + address), "opentsdb://" + address);
    }

    @Override
    Refused refused(String measurement) {
        return new Refused(measurement + ",host=a value=2 4294967295999999", "no times before 1970-02-19");
    }

    @Override
    Map<String, String> wrongAddresses() {
        return Map.of(store().url() + "/no/such", "accepts no data points of OpenTSDB");
    }

    @Test
    void namesHaveAllowedCharactersOnly() {
        parcel.deliver("a.b\\ c\\=d,my\\ tag=x/y\\,é,rack-1=r_1 f.g=1 " + T + "\nbare v=1 " + T);

        assertThat(labels("a.b/20c/5c/3dd.f/2eg"))
                .containsExactly("{\"__name__\":\"a.b/20c/5c/3dd.f/2eg\",\"my/20tag\":\"x/2fy/2c/c3/a9\","
                        + "\"rack-1\":\"r_1\"}");
        assertThat(labels("bare.v")).containsExactly("{\"__name__\":\"bare.v\",\"weir\":\"untagged\"}");
    }

    private List<String> labels(String metric) {
        List<String> labels = new ArrayList<>();
        for (JsonNode series : VictoriaMetricsContractTest.export(server(), metric)) {
            labels.add(series.path("metric").toString());
        }
        return labels;
    }

    @Test
    void firstTimeIsStored() {
        assertThat(parcel.deliver("first v=1 4294967296000000")).isTrue();
        assertThat(parcel.rejected).isEmpty();
    }

    @Test
    void skipsAndCountsTextsThatTheServerWouldDrop() {
        parcel.deliver("mixed,host=a state=\"up\",load=1.5,name=\"x\" " + T + "\nmixed,host=a state=\"down\" " + T);

        assertThat(values("mixed", "load")).containsExactly("1.5");
        assertThat(values("mixed", "state")).isEmpty();
        assertThat(parcel.counted("weir.writer.fields.skipped")).isEqualTo(3);
        assertThat(server().get("/metrics")).contains("vm_rows_invalid_total{type=\"opentsdbhttp\"} 0");
    }

    @Test
    void storesTextsAsTagsIfAsked() {
        try (Parcel info = Parcel.keeping(store().url(), Texts.INFO)) {
            info.deliver("info,host=a state=\"up and running\",load=1.5 " + T);
            assertThat(info.counted("weir.writer.fields.skipped")).isZero();
        }
        assertThat(labels("info.state_info"))
                .containsExactly("{\"__name__\":\"info.state_info\",\"host\":\"a\",\"state\":\"up/20and/20running\"}");
    }

    @Test
    void pointThatTheServerRefusesIsIsolatedWithItsWords() {
        try (ScriptedServer scripted = server(request -> request.body().contains("\"bad.v\"")
                        ? failed("Unable to parse value to a number")
                        : new Answer(200, "{\"errors\":[],\"failed\":0,\"success\":1}"));
                Parcel refusing = parcelTo(scripted)) {
            String lines = IntStream.range(0, 100)
                    .mapToObj(i -> (i == 42 ? "bad" : "good") + ",host=h" + i + " v=" + i + " " + T)
                    .collect(Collectors.joining("\n"));
            assertThat(refusing.deliver(lines)).isTrue();

            assertThat(refusing.rejectedLines()).containsExactly("bad,host=h42 v=42 " + T);
            assertThat(refusing.rejected.get(0).reason()).isEqualTo("store-refused: Unable to parse value to a number");
            assertThat(refusing.counted("weir.writer.lines.stored")).isEqualTo(99);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Storage exception: RegionServer is away, HTTP 400: Storage exception",
        "Write timedout,                          HTTP 400: Write timedout",
        "Please throttle writes,                  HTTP 400: Please throttle"
    })
    void waitsIfTheStorageBehindIsAtFault(String reason, String trouble) {
        try (ScriptedServer scripted = server(request -> failed(reason));
                Parcel waiting = parcelTo(scripted)) {
            assertThat(waiting.trouble("m v=1 " + T)).contains(trouble);
            assertThat(waiting.rejected).isEmpty();
        }
    }

    /** OpenTSDB quotes the tags of a point that it refuses. */
    @ParameterizedTest
    @ValueSource(strings = {"throttled", "please throttle", "timedout", "storage exception"})
    void aRefusalMayQuoteWordsOfStorage(String tag) {
        String reason = "Invalid tag value ('" + tag + "'): illegal character";
        try (ScriptedServer scripted = server(request -> failed(reason));
                Parcel refusing = parcelTo(scripted)) {
            assertThat(refusing.deliver("m v=1 " + T)).isTrue();
            assertThat(refusing.rejected).singleElement().satisfies(rejected -> assertThat(rejected.reason())
                    .isEqualTo("store-refused: " + reason));
        }
    }

    @Test
    void waitsForAServerWithoutLargeRequests() {
        try (ScriptedServer scripted = server(request ->
                        new Answer(400, "{\"error\":{\"code\":400,\"message\":\"Chunked request not supported.\"}}"));
                Parcel waiting = parcelTo(scripted)) {
            assertThat(waiting.trouble("m v=1 " + T))
                    .contains("HTTP 400: Chunked request not supported.")
                    .contains("set tsd.http.request.enable_chunked = true");
            assertThat(waiting.rejected).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "401, WEIR_STORE_TOKEN",
        "404, accepts no data points of OpenTSDB",
        "400, accepts no data points of OpenTSDB",
        "503, HTTP 503"
    })
    void waitsIfNotEvenAnEmptyRequestIsAccepted(int status, String trouble) {
        try (ScriptedServer scripted = new ScriptedServer(request -> new Answer(status, "words"));
                Parcel waiting = parcelTo(scripted)) {
            assertThat(waiting.trouble()).contains(trouble).contains("words");
        }
    }

    @Test
    void sendsAPasswordAndThePath() {
        try (ScriptedServer scripted = server(request -> new Answer(204));
                Parcel user = new Parcel("opentsdb://me@" + scripted.address() + "/proxy/", Optional.of("secret"))) {
            assertThat(user.deliver("m v=1 " + T)).isTrue();
            assertThat(scripted.requests).hasSize(2).allSatisfy(request -> {
                assertThat(request.authorization()).startsWith("Basic ");
                assertThat(request.path()).isEqualTo("/proxy/api/put");
                assertThat(request.query()).isEqualTo("details");
            });
        }
    }
}
