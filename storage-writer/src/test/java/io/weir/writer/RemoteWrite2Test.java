package io.weir.writer;

import static io.weir.writer.StoreContract.T;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.ScriptedServer.Answer;
import io.weir.writer.testing.ServerProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Remote write 2.0 to receivers by the specification, and to real ones that speak only 1.0. */
@Timeout(60)
class RemoteWrite2Test {
    private static final long SEED = Long.getLong("weir.test.seed", System.nanoTime());
    private static final long MILLIS = 1_000_000;

    /** A line is refused if one of its samples is, and the other samples are stored. */
    @Test
    void partialWritesAreAccountedExactly() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int round = 0; round < 10; round++) {
            Map<String, SortedMap<Long, Double>> expected = new TreeMap<>();
            List<String> lines = new ArrayList<>();
            List<String> refused = new ArrayList<>();
            int bad = random.nextInt(1, 400);
            for (int i = random.nextInt(1, 500); i > 0; i--) {
                String host = "h" + random.nextInt(20);
                long millis = T / MILLIS + i;
                StringBuilder fields = new StringBuilder();
                boolean isRefused = false;
                for (int field = random.nextInt(1, 4); field > 0; field--) {
                    int value = random.nextInt(bad) == 0 ? -1 : field;
                    fields.append(fields.isEmpty() ? "" : ",")
                            .append('f')
                            .append(field)
                            .append('=')
                            .append(value);
                    isRefused |= value < 0;
                    SortedMap<Long, Double> series = expected.computeIfAbsent(
                            "__name__=m_f" + field + "|host=" + host, labels -> new TreeMap<>());
                    if (value >= 0) {
                        series.put(millis, (double) value);
                    }
                }
                String line = "m,host=" + host + " " + fields + " " + millis * MILLIS;
                lines.add(line);
                if (isRefused) {
                    refused.add(line);
                }
            }
            try (CountingReceiver receiver = new CountingReceiver(false);
                    Parcel parcel = new Parcel(receiver.url())) {
                assertThat(parcel.deliver(String.join("\n", lines))).isTrue();

                assertThat(parcel.rejectedLines())
                        .as("seed %s round %s", SEED, round)
                        .containsExactlyElementsOf(refused);
                assertThat(parcel.counted("weir.writer.lines.stored")).isEqualTo(lines.size() - refused.size());
                assertThat(receiver.stored).as("seed %s round %s", SEED, round).isEqualTo(expected);
            }
        }
    }

    @Test
    void reasonCountsTheSamplesOfTheLine() {
        try (CountingReceiver receiver = new CountingReceiver(false);
                Parcel parcel = new Parcel(receiver.url())) {
            parcel.deliver("m a=1,b=-1,c=2 " + T);

            assertThat(parcel.rejected.get(0).reason()).isEqualTo("store-refused: HTTP 400 (2 of 3 samples stored)");
        }
    }

    /** A strict receiver refuses a line that it has stored from an earlier request. */
    @Test
    void reasonNamesAnEarlierRequestThatMayHaveStoredTheLine() {
        try (CountingReceiver receiver = new CountingReceiver(true);
                Parcel parcel = new Parcel(receiver.url())) {
            String older = "m,host=a v=1 " + T;
            String newer = "m,host=a v=2 " + (T + MILLIS);
            String bad = "m,host=b v=-1 " + T;
            String other = "m,host=c v=3 " + T;
            parcel.deliver(String.join("\n", older, newer, bad, other));

            assertThat(parcel.rejectedLines()).containsExactly(older, bad);
            assertThat(parcel.rejected)
                    .extracting(Parcel.Rejected::reason)
                    .containsOnly("store-refused: HTTP 400 (0 of 1 samples stored; an earlier request with more"
                            + " lines: 3 of 4 samples stored)");
            assertThat(receiver.stored.get("__name__=m_v|host=a")).containsValues(1.0, 2.0);

            parcel.rejected.clear();
            parcel.deliver(bad);
            assertThat(parcel.rejected.get(0).reason()).endsWith(" (0 of 1 samples stored)");
        }
    }

    /** The first request opens the store, the second has all lines, and the others repeat some of them. */
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5})
    void reasonNamesTheEarlierRequestAfterAnOutage(int request) {
        try (CountingReceiver receiver = new CountingReceiver(true);
                Parcel parcel = new Parcel(receiver.url())) {
            receiver.unavailableAt = request;
            String bad = "m,host=b v=-1 " + T;
            String older = "m,host=a v=1 " + T;
            String newer = "m,host=a v=2 " + (T + MILLIS);
            parcel.deliver(String.join("\n", bad, older, newer));

            assertThat(parcel.counted("weir.writer.retries")).isPositive();
            assertThat(parcel.rejectedLines()).containsExactly(bad, older);
            assertThat(parcel.rejected)
                    .extracting(Parcel.Rejected::reason)
                    .containsOnly("store-refused: HTTP 400 (0 of 1 samples stored; an earlier request with more"
                            + " lines: 2 of 3 samples stored)");
        }
    }

    @Test
    void requestsHaveTheHeadersOfTheSpecification() {
        try (CountingReceiver receiver = new CountingReceiver(false);
                Parcel parcel = new Parcel(receiver.url() + "&tenant=me")) {
            parcel.deliver("m v=1 " + T);

            assertThat(receiver.requests).hasSize(2).allSatisfy(headers -> {
                assertThat(headers.getFirst("Content-Type"))
                        .isEqualTo("application/x-protobuf;proto=io.prometheus.write.v2.Request");
                assertThat(headers.getFirst("X-Prometheus-Remote-Write-Version"))
                        .isEqualTo("2.0.0");
                assertThat(headers.getFirst("Content-Encoding")).isEqualTo("snappy");
                assertThat(headers.getFirst("X-Scope-OrgID")).isEqualTo("me");
            });
        }
    }

    /** Prometheus 2.42 and VictoriaMetrics 1.79 answer 204 and store nothing. */
    @Test
    void receiverOfVersion1ThatChecksNoContentTypeIsNamed() {
        try (ServerProcess prometheus = ServerProcess.prometheus("global: {}\n");
                ServerProcess victoria = ServerProcess.victoriaMetrics()) {
            for (ServerProcess server : List.of(prometheus, victoria)) {
                try (Parcel parcel = new Parcel("remotewrite://" + server.address() + "?version=2")) {
                    assertThat(parcel.trouble())
                            .contains("HTTP 204 without the header X-Prometheus-Remote-Write-Samples-Written")
                            .contains("remove version=2");
                    assertThat(parcel.rejected).isEmpty();
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "?version=2, 415, HTTP 415: words; the receiver does not accept remote write 2.0: remove version=2",
        "'',         415, HTTP 415: words; the receiver may accept remote write 2.0 only: add ?version=2",
        "?version=2, 400, 'accepts no remote write 2.0; for 1.0, remove version=2'",
        "?version=2, 404, 'accepts no remote write 2.0; for 1.0, remove version=2'"
    })
    void wrongVersionIsExplained(String options, int status, String remedy) {
        try (ScriptedServer scripted = new ScriptedServer(request -> new Answer(status, "words"));
                Parcel parcel = new Parcel("remotewrite://" + scripted.address() + options)) {
            assertThat(parcel.trouble()).contains(remedy);
            assertThat(parcel.rejected).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        // The answer to a request with the line, its count, and the reason of the refusal, if it is refused.
        "204, 1,   ",
        "204, 2,   ",
        "400, 1,   ",
        "400, 0,   words (0 of 1 samples stored)",
        "400, '',  words",
        "400, x,   words",
        "409, 0,   words (0 of 1 samples stored)",
        "422, -1,  words (0 of 1 samples stored)",
        "204, 0,   HTTP 204 (0 of 1 samples stored)"
    })
    void countDecides(int status, String count, String reason) {
        try (ScriptedServer scripted =
                        new ScriptedServer(request -> request.body().contains("m_v")
                                ? new Answer(status, status == 204 ? "" : "words").written(count)
                                : new Answer(204).written("0"));
                Parcel parcel = new Parcel("remotewrite://" + scripted.address() + "?version=2")) {
            assertThat(parcel.deliver("m v=1 " + T)).isTrue();

            assertThat(parcel.rejected)
                    .extracting(Parcel.Rejected::reason)
                    .isEqualTo(reason == null ? List.of() : List.of("store-refused: " + reason));
        }
    }

    /** By the specification, the count of an answer to 1.0 means nothing. */
    @Test
    void version1IgnoresTheCount() {
        try (ScriptedServer scripted =
                        new ScriptedServer(request -> request.body().contains("m_bad")
                                ? new Answer(400, "words").written("1")
                                : new Answer(204).written("0"));
                Parcel parcel = new Parcel("remotewrite://" + scripted.address())) {
            parcel.deliver("m good=1 " + T);
            parcel.deliver("m bad=1 " + T);

            assertThat(parcel.rejected).extracting(Parcel.Rejected::reason).containsExactly("store-refused: words");
        }
    }

    /** It may be a proxy that removes the header: no line is given up. */
    @Test
    void waitsIfTheCountIsMissing() {
        try (ScriptedServer scripted = new ScriptedServer(
                        request -> request.body().contains("m_v") ? new Answer(204) : new Answer(204).written("0"));
                Parcel parcel = new Parcel("remotewrite://" + scripted.address() + "?version=2")) {
            assertThat(parcel.trouble("m v=1 " + T)).contains("HTTP 204 without the header");
            assertThat(parcel.rejected).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"400, 0", "204, 1"})
    void opensWithASampleIfARequestWithoutSeriesHasNoCount(int status, String count) {
        try (ScriptedServer scripted = new ScriptedServer(request -> {
                    if (request.body().contains("m_v")) {
                        return new Answer(204).written("1");
                    }
                    boolean isProbe = request.body().contains("weir_writer_probe_alive");
                    return isProbe ? new Answer(status).written(count) : new Answer(204);
                });
                Parcel parcel = new Parcel("remotewrite://" + scripted.address() + "?version=2")) {
            assertThat(parcel.deliver("m v=1 " + T)).isTrue();

            assertThat(parcel.rejected).isEmpty();
            assertThat(scripted.requests).hasSize(3);
        }
    }

    @Test
    void manyLinesAreStoredOnce() {
        try (CountingReceiver receiver = new CountingReceiver(true);
                Parcel parcel = new Parcel(receiver.url())) {
            String lines = IntStream.range(0, 20_000)
                    .mapToObj(i -> "m,host=h" + i % 100 + " v=" + i + " " + (T + i * MILLIS))
                    .collect(Collectors.joining("\n"));
            assertThat(parcel.deliver(lines)).isTrue();

            assertThat(parcel.rejected).isEmpty();
            assertThat(receiver.stored.values().stream().mapToInt(Map::size).sum())
                    .isEqualTo(20_000);
        }
    }
}
