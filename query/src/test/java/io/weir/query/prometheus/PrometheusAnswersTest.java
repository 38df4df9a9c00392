package io.weir.query.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.weir.query.naming.PromqlNames;
import io.weir.query.series.Allowance;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.WindowQuery;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answers that a real store gives only to very many series or samples. */
class PrometheusAnswersTest {
    private static final Duration TIME = Duration.ofMinutes(1);
    private static final long FROM = 28_333_333L * 60_000;
    private static final String REFUSAL = "query processing would load too many samples into memory";
    private static final Pattern END = Pattern.compile("(?:end|time)=([0-9.]+)");
    private static final Pattern TIMES = Pattern.compile("(?:start|time)=([0-9.]+)");

    private final CountDownLatch isOver = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> queries = new CopyOnWriteArrayList<>();
    private final List<String> values = new ArrayList<>();
    private HttpServer server;
    private String names = "";

    @BeforeEach
    void listen() throws IOException {
        // Otherwise, each answer needs 40 ms: the server sends head and body in two packets.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void close() {
        isOver.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    /**
     * The metric {@code refused_load} is too large, {@code endless_load} has series without an end, and {@code
     * infinite_load} has samples everywhere, none of which is finite.
     */
    private void answer(HttpExchange exchange) throws IOException {
        String uri = URLDecoder.decode(exchange.getRequestURI().getRawQuery(), UTF_8);
        String path = exchange.getRequestURI().getPath();
        if (path.endsWith("/values")) {
            send(exchange, 200, "{\"status\":\"success\",\"data\":[" + names + "]}");
            return;
        }
        String time = first(TIMES, uri);
        if (uri.contains("vector(1)")) {
            send(exchange, 200, matrix("", time) + "]}}");
            return;
        }
        queries.add(uri);
        if (uri.contains("refused_load")) {
            send(exchange, 422, "{\"status\":\"error\",\"errorType\":\"execution\",\"error\":\"" + REFUSAL + "\"}");
        } else if (uri.contains("endless_load")) {
            exchange.sendResponseHeaders(200, 0);
            OutputStream body = exchange.getResponseBody();
            body.write(matrix("\"host\":\"h1\"", time).getBytes(UTF_8));
            body.write(("," + series("\"host\":\"h2\"", time)).getBytes(UTF_8));
            body.flush();
            awaitEnd();
            exchange.close();
        } else if (uri.contains("infinite_load")) {
            String values = matrix("", first(END, uri)) + "]}}";
            send(exchange, 200, path.endsWith("/query") ? values.replace("\"1\"", "\"+Inf\"") : values);
        } else {
            send(exchange, 200, matrix("", time) + "]}}");
        }
    }

    private static String first(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(each -> each.group(1))
                .findFirst()
                .orElseThrow();
    }

    private void awaitEnd() {
        try {
            isOver.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, int status, String json) throws IOException {
        byte[] bytes = json.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static String matrix(String labels, String time) {
        return "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[" + series(labels, time);
    }

    private static String series(String labels, String time) {
        return "{\"metric\":{" + labels + "},\"values\":[[" + time + ",\"1\"]]}";
    }

    private PrometheusWindows store() {
        return PrometheusWindows.ofPrometheus(
                "http://127.0.0.1:" + server.getAddress().getPort(),
                Map.of(),
                () -> new KnownMeasurements(Set.of(), List.of()));
    }

    private static WindowQuery query(long length, int mostSeries) {
        Matcher any = new Matcher(PromqlNames.MEASUREMENT, Comparison.MATCHES, ".*");
        return new WindowQuery(List.of(any), FROM, FROM + length - 1, WindowQuery.ALL_TYPES, mostSeries, 100);
    }

    private boolean readWindows(int mostSeries) {
        WindowsBySeries windows = new WindowsBySeries();
        boolean isWhole = store().readWindows(query(60_000, mostSeries), 60_000, TIME, windows);
        values.addAll(windows.bySeries.keySet());
        return isWhole;
    }

    private void readLast(long length) {
        store().readLast(
                        query(length, 100),
                        TIME,
                        (measurement, tags, field, value, at, period) -> values.add(measurement + tags + field));
    }

    @Test
    void readingEndsBeyondTheLimitOfSeries() {
        names = "\"endless_load\"";
        assertThat(readWindows(1)).isFalse();
        assertThat(values).containsExactly("endless{host=h1}load");
    }

    @Test
    void metricThatTheStoreRefusesIsMissing() {
        names = "\"a_load\",\"refused_load\",\"z_load\"";
        assertThat(readWindows(100)).isFalse();
        assertThat(values).containsExactly("a{}load", "z{}load");
    }

    @Test
    void refusalOfAMetricIsReportedAfterTheOtherLastValues() {
        names = "\"a_load\",\"refused_load\",\"z_load\"";
        assertThat(catchThrowableOfType(EvaluationException.class, () -> readLast(60_000)))
                .hasMessageContaining(REFUSAL);
        assertThat(values).containsExactly("a{}load", "z{}load");
    }

    @Test
    void searchOfAMetricEndsAfterManyPlaces() {
        names = "\"infinite_load\",\"z_load\"";
        assertThat(catchThrowableOfType(EvaluationException.class, () -> readLast(172_800_000)))
                .hasMessageContaining("in more than 500 places; select fewer series or a shorter range");
        assertThat(values).containsExactly("z{}load");
    }

    @Test
    void refusalOfAllMetricsIsAnError() {
        names = "\"refused_load\"";
        assertThat(catchThrowableOfType(EvaluationException.class, () -> readWindows(100)))
                .hasMessageContaining(REFUSAL)
                .extracting(EvaluationException::reason)
                .isEqualTo(Reason.EXECUTION);
    }

    @Test
    void nameWithALineEndIsNotAsked() {
        names = "\"a_lo\\nad\",\"z_load\"";
        readWindows(100);
        assertThat(values).containsExactly("z{}load");
        assertThat(queries).hasSize(1);
        assertThat(metrics(FROM, FROM + 1)).containsExactly("z_load");
    }

    @Test
    void timesBefore1970AreNotAsked() {
        names = "\"a_load\"";
        assertThat(metrics(-600_001, -1)).isEmpty();
        assertThat(metrics(-600_001, FROM)).containsExactly("a_load");
    }

    private SortedSet<String> metrics(long from, long to) {
        Matcher any = new Matcher(Matcher.METRIC_NAME, Comparison.MATCHES, ".*");
        return PrometheusSeries.ofPrometheus(
                        "http://127.0.0.1:" + server.getAddress().getPort(), Map.of())
                .metrics(List.of(any), from, to, new Allowance(100, 100, TIME));
    }
}
