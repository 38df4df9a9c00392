package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.ScriptedServer.Answer;
import io.weir.writer.ScriptedServer.Request;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The outcome of lines for answers of ClickHouse, or of a proxy, that the real servers do not give here. */
class ClickHouseAnswersTest {
    private static final String COLUMNS = "{\"data\":[[\"timestamp\",\"DateTime64(9, 'UTC')\",1],"
            + "[\"value\",\"Nullable(Float64)\",0],[\"alive\",\"Nullable(Bool)\",0]]}";

    /** A server with a table for each measurement, which answers inserts by the script. */
    private static ScriptedServer server(Function<Request, Answer> inserts) {
        return new ScriptedServer(request -> {
            if (request.method().equals("POST")) {
                return inserts.apply(request);
            }
            String query = request.query();
            if (query.contains("version()")) {
                return new Answer(200, "{\"data\":[[\"25.8.1.1\"]]}");
            }
            return new Answer(200, query.contains("system.columns") ? COLUMNS : "{\"data\":[[\"timestamp\"]]}");
        });
    }

    private static Parcel parcelTo(ScriptedServer server) {
        return new Parcel("clickhouse://" + server.address() + "/m");
    }

    private static Answer error(int status, int code, String words) {
        return new Answer(status, "Code: " + code + ". DB::Exception: " + words);
    }

    @Test
    void waitsIfTheLinesAreNotAtFault() {
        try (ScriptedServer server = server(request -> error(500, 252, "Too many parts (3000)"));
                Parcel waiting = parcelTo(server)) {
            assertThat(waiting.trouble()).contains("Too many parts (3000)");
            assertThat(waiting.rejected).isEmpty();
        }
    }

    @Test
    void waitsForAProxyThatRefusesInserts() {
        try (ScriptedServer server = server(request -> new Answer(400, "<html>words</html>"));
                Parcel waiting = parcelTo(server)) {
            assertThat(waiting.trouble()).contains("HTTP 400: <html>words</html>");
            assertThat(waiting.rejected).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"400", "500"})
    void constraintsRefuseTheirLinesOnly(int status) {
        try (ScriptedServer server = server(request -> request.body().contains("bad")
                        ? error(status, 469, "Constraint `c` is violated")
                        : new Answer(200));
                Parcel refused = parcelTo(server)) {
            assertThat(refused.deliver("m value=1 1\nbad value=2 2\nm value=3 3"))
                    .isTrue();
            assertThat(refused.rejectedLines()).containsExactly("bad value=2 2");
            assertThat(refused.rejected.get(0).reason())
                    .isEqualTo("store-refused: Code: 469. DB::Exception: Constraint `c` is violated");
        }
    }

    @Test
    void memoryThatIsExhaustedHalvesTheLines() {
        AtomicInteger largest = new AtomicInteger();
        try (ScriptedServer server = server(request -> {
                    if (request.body().length() > 200_000) {
                        return error(500, 241, "Memory limit exceeded");
                    }
                    largest.accumulateAndGet(request.body().length(), Math::max);
                    return new Answer(200);
                });
                Parcel halving = parcelTo(server)) {
            String lines = IntStream.range(0, 20_000)
                    .mapToObj(i -> "m value=" + i + " " + i)
                    .collect(Collectors.joining("\n"));
            assertThat(halving.deliver(lines)).isTrue();
            assertThat(halving.rejected).isEmpty();
            assertThat(halving.counted("weir.writer.lines.stored")).isEqualTo(20_000);
            assertThat(largest.get()).isGreaterThan(50_000);
        }
    }

    @Test
    void requestsAreInsertsWithCredentialsAndGzipForOtherHosts() {
        try (ScriptedServer server = server(request -> new Answer(200));
                // This host, too, but not through a loopback address.
                Parcel far = new Parcel(
                        "clickhouse://" + server.address().replace("127.0.0.1", "0.0.0.0") + "/m",
                        Optional.of("secret"))) {
            assertThat(far.deliver("m value=1 1\nn value=2 2\nm value=3 3")).isTrue();

            List<Request> inserts = server.requests.stream()
                    .filter(request -> request.method().equals("POST"))
                    .toList();
            assertThat(inserts).extracting(Request::encoding).containsExactly("gzip", "gzip");
            assertThat(inserts).extracting(Request::authorization).containsOnly("Basic ZGVmYXVsdDpzZWNyZXQ=");
            assertThat(inserts.get(0).body())
                    .startsWith(
                            "INSERT INTO `m`.`m` (`timestamp`, `value`) SETTINGS async_insert = 0 FORMAT RowBinary\n");
            assertThat(inserts.get(1).body()).startsWith("INSERT INTO `m`.`n` ");
        }
    }

    @Test
    void anotherServerIsNoClickHouse() {
        for (String page : List.of("{}", "<html>")) {
            try (ScriptedServer server = new ScriptedServer(request -> new Answer(200, page));
                    Parcel wrong = parcelTo(server)) {
                assertThat(wrong.trouble()).contains("is no ClickHouse: correct the store's URL");
            }
        }
    }
}
