package io.weir.standalone.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code weir cardinality} with a real Prometheus, and with a server that refuses a list. */
class CardinalityCommandTest {
    private static final String[] RANGE = {"--from=2023-11-14T22:13:20Z", "--until=2023-11-14T22:23:20Z"};

    private static FilledPrometheus prometheus;

    @BeforeAll
    static void fill() {
        prometheus = new FilledPrometheus("""
                net,detector=TPC,host=flp1 bytes=1 1699999700000000000
                net,detector=TPC,host=flp1 bytes=1 1700000300000000000
                net,detector=ITS,host=flp2 bytes=1 1700000300000000000
                load,host=flp1 value=1 1700000300000000000""");
    }

    @AfterAll
    static void stop() {
        prometheus.close();
    }

    private static CommandCalls cardinality(String url, String... arguments) {
        String[] all = {RANGE[0], RANGE[1], "--url=" + url};
        String[] joined = Stream.of(all, arguments).flatMap(Arrays::stream).toArray(String[]::new);
        return CommandCalls.cardinality(joined);
    }

    private static String printed(String... arguments) {
        CommandCalls call = cardinality(prometheus.url(), arguments);
        assertThat(call.errors()).isEmpty();
        assertThat(call.exit()).isZero();
        return call.output();
    }

    @Test
    void seriesAreCountedByMetricAndLabel() {
        assertThat(printed()).isEqualTo("""
                        2023-11-14 22:13:20 to 2023-11-14 22:23:20 UTC: 3 series, 2 of them new
                        METRIC     SERIES  NEW
                        net_bytes       2    1
                        load            1    1
                        LABEL     VALUES  SERIES
                        detector       2       2
                        host           2       3
                        """);
    }

    @Test
    void selectorAndTopLimitTheRows() {
        assertThat(printed("{host='flp1'}", "--top=1")).isEqualTo("""
                        2023-11-14 22:13:20 to 2023-11-14 22:23:20 UTC: 2 series, 1 of them new
                        METRIC  SERIES  NEW
                        load         1    1
                        LABEL     VALUES  SERIES
                        detector       1       1
                        """);
        assertThat(printed("no_such")).hasLineCount(1).contains(": 0 series, ");
        assertThat(cardinality(prometheus.url(), "--top=0").exit()).isEqualTo(2);
    }

    @Test
    void jsonHasAllRows() {
        assertThat(printed("--json", "--top=1")).isEqualTo("""
                        {"metric":"net_bytes","series":2,"new":1}
                        {"metric":"load","series":1,"new":1}
                        {"label":"detector","values":2,"series":2}
                        {"label":"host","values":2,"series":3}
                        """);
    }

    @Test
    void wrongSelectorIsShown() {
        CommandCalls call = cardinality(prometheus.url(), "net_bytes{");
        assertThat(call.exit()).isEqualTo(1);
        assertThat(call.output()).isEmpty();
        assertThat(call.errors()).contains("refuses the query: ", "\n  net_bytes{\n", "^");
    }

    @Test
    void metricThatTheServerDoesNotListIsNamed() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            boolean isLarge = new String(exchange.getRequestBody().readAllBytes(), UTF_8).contains("large");
            String answer = exchange.getRequestURI().getPath().endsWith("/values")
                    ? "{\"status\":\"success\",\"data\":[\"large\",\"small\"]}"
                    : isLarge
                            ? "{\"status\":\"error\",\"errorType\":\"execution\",\"error\":\"too many series\"}"
                            : "{\"status\":\"success\",\"data\":[{\"__name__\":\"small\"}]}";
            exchange.sendResponseHeaders(isLarge ? 422 : 200, answer.length());
            exchange.getResponseBody().write(answer.getBytes(UTF_8));
            exchange.close();
        });
        server.start();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort();
            CommandCalls call = cardinality(url);
            assertThat(call.exit()).isEqualTo(1);
            assertThat(call.errors()).contains("not counted: large: " + url + " refuses the query: too many series");
            assertThat(call.output()).contains(": 1 series, 0 of them new", "small        1    0");
        } finally {
            server.stop(0);
        }
    }
}
