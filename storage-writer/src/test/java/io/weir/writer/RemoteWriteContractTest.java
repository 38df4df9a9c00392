package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.writer.ScriptedServer.Answer;
import io.weir.writer.store.Texts;
import io.weir.writer.testing.ServerProcess;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Remote write to a real Prometheus, and to a real VictoriaMetrics. */
class RemoteWriteContractTest extends StoreContract {
    record Served(ServerProcess server, String url) implements ServedStore {
        @Override
        public List<String> values(String measurement, String field) {
            List<String> values = new ArrayList<>();
            samples(server, field.equals("value") ? measurement : measurement + "_" + field).stream()
                    .sorted((a, b) ->
                            Double.compare(a.path(0).asDouble(), b.path(0).asDouble()))
                    .forEach(sample -> values.add(sample.path(1).asText()));
            return values;
        }
    }

    private static List<JsonNode> series(ServerProcess server, String name) {
        String query = URLEncoder.encode("{__name__=\"" + name + "\"}[1h]", StandardCharsets.UTF_8);
        List<JsonNode> found = new ArrayList<>();
        server.json("/api/v1/query?query=" + query).path("data").path("result").forEach(found::add);
        return found;
    }

    private static List<JsonNode> samples(ServerProcess server, String name) {
        List<JsonNode> samples = new ArrayList<>();
        series(server, name).forEach(series -> series.path("values").forEach(samples::add));
        return samples;
    }

    private ServerProcess server() {
        return ((Served) store()).server();
    }

    @Override
    TestStore open(Path directory) {
        ServerProcess server = ServerProcess.prometheus("global: {}\n");
        return new Served(server, "remotewrite://" + server.address());
    }

    @Override
    Refused refused(String measurement) {
        return new Refused(measurement + ",host=a value=2 " + (T - 1_000_000_000), "out of order sample");
    }

    @Override
    Map<String, String> wrongAddresses() {
        return Map.of(store().url() + "/no/such", "accepts no remote write");
    }

    @Test
    void sortsTheSamplesOfASeries() {
        parcel.deliver(IntStream.of(5, 1, 4, 1, 3, 2, 9, 7)
                        .mapToObj(i -> "sorted,host=a v=" + i + " " + (T + i * 1_000_000L))
                        .collect(Collectors.joining("\n"))
                + "\nsorted,host=a v=8 " + (T + 4_000_001L));

        assertThat(values("sorted", "v")).containsExactly("1", "2", "3", "8", "5", "7", "9");
        assertThat(parcel.rejected).isEmpty();
    }

    @Test
    void labelsAreThoseOfTheLine() {
        parcel.deliver("my\\ m.x,a.b=1,a-b=2,b=x\\ \\,\\=y,Z=ü,__name__=n,9=d my-f=1 " + T);

        assertThat(series(server(), "my_m_x_my_f"))
                .extracting(series -> series.path("metric").toString())
                .containsExactly(
                        "{\"Z\":\"ü\",\"_9\":\"d\",\"__name__\":\"my_m_x_my_f\",\"a_b\":\"2;1\",\"b\":\"x ,=y\","
                                + "\"exported___name__\":\"n\"}");
        assertThat(parcel.rejected).isEmpty();
    }

    @Test
    void storesTextsAsLabelsIfAsked() {
        try (Parcel info = Parcel.keeping(store().url(), Texts.INFO)) {
            info.deliver("info,host=a state=\"up, \\\"and\\\" = running\",load=1.5 " + T);
            assertThat(info.counted("weir.writer.fields.skipped")).isZero();
        }
        assertThat(values("info", "load")).containsExactly("1.5");
        assertThat(series(server(), "info_state_info"))
                .extracting(series -> series.path("metric").path("state").asText())
                .containsExactly("up, \"and\" = running");
    }

    @Test
    void receiverThatAcceptsOldSamplesTakesRepeatsAndLateLines() {
        try (ServerProcess tolerant = ServerProcess.prometheus("storage: {tsdb: {out_of_order_time_window: 1h}}\n");
                Parcel repeating = new Parcel("remotewrite://" + tolerant.address())) {
            LateLines.assertStored(repeating, new Served(tolerant, ""));
        }
    }

    @Test
    void victoriaMetricsTakesRemoteWrite() {
        try (ServerProcess victoria = ServerProcess.victoriaMetrics();
                Parcel writing = new Parcel("remotewrite://" + victoria.address() + "/api/v1/write")) {
            writing.deliver("to,host=a v=1.5,b=true,t=\"x\" " + T);

            VictoriaMetricsContractTest.Served served = new VictoriaMetricsContractTest.Served(victoria, "");
            assertThat(served.values("to", "v")).containsExactly("1.5");
            assertThat(served.values("to", "b")).containsExactly("1");
        }
    }

    @Test
    void namesWrongCredentials() {
        try (ServerProcess locked =
                        ServerProcess.victoriaMetrics("-httpAuth.username=weir", "-httpAuth.password=secret");
                Parcel wrong = new Parcel("remotewrite://weir@" + locked.address(), Optional.of("wrong"));
                Parcel right = new Parcel("remotewrite://weir@" + locked.address(), Optional.of("secret"))) {
            assertThat(wrong.trouble()).contains("HTTP 401").contains("correct user 'weir'");
            assertThat(right.deliver("locked value=1 " + T)).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "401, no password or token was given",
        "403, no password or token was given",
        "404, accepts no remote write",
        "429, HTTP 429",
        "500, HTTP 500",
        "503, HTTP 503"
    })
    void waitsIfTheLinesAreNotAtFault(int status, String remedy) {
        try (ScriptedServer scripted = new ScriptedServer(request -> new Answer(status, "words"));
                Parcel waiting = new Parcel("remotewrite://" + scripted.address())) {
            assertThat(waiting.trouble()).contains(remedy).contains("words");
            assertThat(waiting.rejected).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"400", "409", "422"})
    void answersAboutSamplesAreFinal(int status) {
        try (ScriptedServer scripted = new ScriptedServer(
                        request -> request.body().contains("m_v") ? new Answer(status, "words") : new Answer(204));
                Parcel refused = new Parcel("remotewrite://" + scripted.address())) {
            assertThat(refused.deliver("m v=1 " + T + "\nm v=2 " + T)).isTrue();
            assertThat(refused.rejectedLines()).containsExactly("m v=1 " + T, "m v=2 " + T);
            assertThat(refused.rejected.get(0).reason()).isEqualTo("store-refused: words");
        }
    }

    /** As a server for TLS answers plain requests: no line may be rejected for it. */
    @ParameterizedTest
    @CsvSource({"302", "307", "400", "402", "406", "410", "415", "422", "451"})
    void waitsIfNotEvenASampleOfThePresentIsAccepted(int status) {
        try (ScriptedServer scripted = new ScriptedServer(request -> new Answer(status, "words"));
                Parcel waiting = new Parcel("remotewrite://" + scripted.address())) {
            assertThat(waiting.trouble()).contains("HTTP " + status + ": words");
            assertThat(waiting.rejected).isEmpty();
        }
    }

    @Test
    void writesToAReceiverThatRefusesRequestsWithoutSamples() {
        try (ScriptedServer scripted = new ScriptedServer(
                        request -> request.body().length() > 1 ? new Answer(204) : new Answer(400, "no series"));
                Parcel stored = new Parcel("remotewrite://" + scripted.address())) {
            assertThat(stored.deliver("m v=1 " + T)).isTrue();
            assertThat(stored.rejected).isEmpty();
            assertThat(scripted.requests.get(1).body()).contains("weir_writer_probe");
        }
    }

    @Test
    void splitsARequestThatIsTooLarge() {
        try (ScriptedServer scripted = new ScriptedServer(
                        request -> request.body().length() > 2_000 ? new Answer(413, "too large") : new Answer(204));
                Parcel splitting = new Parcel("remotewrite://" + scripted.address())) {
            String lines = IntStream.range(0, 1_000)
                    .mapToObj(i -> "m,host=h" + i + " v=" + i + " " + T)
                    .collect(Collectors.joining("\n"));
            assertThat(splitting.deliver(lines)).isTrue();

            assertThat(splitting.rejected).isEmpty();
            assertThat(splitting.counted("weir.writer.lines.stored")).isEqualTo(1_000);
            assertThat(scripted.requests.stream()
                            .filter(request -> request.body().length() <= 2_000))
                    .hasSizeGreaterThan(4);
        }
    }

    /** A bucket of tokens never admits more samples than it holds. */
    @Test
    void sendsLessAtOnceIfARateIsExceeded() {
        try (ScriptedServer scripted = new ScriptedServer(
                        request -> request.body().length() > 60_000 ? new Answer(429, "burst") : new Answer(204));
                Parcel slower = new Parcel("remotewrite://" + scripted.address())) {
            String lines = IntStream.range(0, 8_000)
                    .mapToObj(i -> "m,host=h" + i + " v=" + i + " " + T)
                    .collect(Collectors.joining("\n"));
            assertThat(slower.deliver(lines)).isTrue();

            assertThat(slower.rejected).isEmpty();
            assertThat(slower.counted("weir.writer.lines.stored")).isEqualTo(8_000);
        }
    }

    @Test
    void waitsAsLongAsTheReceiverAsks() {
        List<Long> times = new ArrayList<>();
        try (ScriptedServer scripted = new ScriptedServer(request -> {
                    times.add(System.nanoTime());
                    return times.size() == 2 ? new Answer(429, "later", "1") : new Answer(204);
                });
                Parcel waiting = new Parcel("remotewrite://" + scripted.address())) {
            assertThat(waiting.deliver("m v=1 " + T)).isTrue();
            assertThat(times.get(2) - times.get(1)).isGreaterThan(1_000_000_000L);
        }
    }

    @Test
    void sendsTheHeadersOfTheSpecificationAndAToken() {
        try (ScriptedServer scripted = new ScriptedServer(request -> new Answer(204));
                Parcel bearing = new Parcel(
                        "remotewrite://" + scripted.address() + "/push?tenant=me", Optional.of(" secret\n"))) {
            bearing.deliver("m v=1 " + T);

            assertThat(scripted.requests).hasSize(2).allSatisfy(request -> {
                assertThat(request.method()).isEqualTo("POST");
                assertThat(request.path()).isEqualTo("/push");
                assertThat(request.encoding()).isEqualTo("snappy");
                assertThat(request.authorization()).isEqualTo("Bearer secret");
                assertThat(request.tenant()).isEqualTo("me");
            });
        }
    }
}
