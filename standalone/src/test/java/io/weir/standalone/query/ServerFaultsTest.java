package io.weir.standalone.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that is away, or no server of the API: each is an error that names it and the remedy. */
class ServerFaultsTest {
    private static final String START = "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[";
    private static final String SAMPLE = "{\"metric\":{\"a\":\"b\"},\"value\":[1.5,\"2\"]}";

    @SuppressWarnings("NullAway.Init")
    private HttpServer server;

    private int status = 200;
    private String answer = START + SAMPLE + "]}}";
    private String authorization = "";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            authorization = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
            exchange.getRequestBody().readAllBytes();
            byte[] body = answer.getBytes(UTF_8);
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Test
    void anAbsentServerIsNamed() {
        String nobody = "http://127.0.0.1:" + FreePorts.next();
        CommandCalls call = CommandCalls.query("up", "--url=" + nobody);
        assertThat(call.exit()).isEqualTo(1);
        assertThat(call.errors())
                .isEqualTo("no answer from " + nobody + " (Connection refused): is Weir's dashboard running there?"
                        + " Name another server with --url URL");
        assertThat(CommandCalls.query("up", "--url=http://no.such.host.invalid").errors())
                .startsWith("no answer from http://no.such.host.invalid (unknown host): ");
    }

    @Test
    void aSilentServerHasALimit() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            String url = "http://127.0.0.1:" + silent.getLocalPort();
            CommandCalls call = CommandCalls.query("up", "--timeout=50ms", "--url=" + url);
            assertThat(call.exit()).isEqualTo(1);
            assertThat(call.errors())
                    .isEqualTo(url + " did not answer within 0.05 s: shorten the range, or raise --timeout");
            assertThat(CommandCalls.query("up", "--since=1h", "--timeout=50ms", "--url=" + url)
                            .errors())
                    .endsWith(": shorten the range, raise --step, or raise --timeout");
        }
    }

    @Test
    void anotherServerIsNamed() {
        status = 404;
        answer = "<html>not here</html>";
        CommandCalls call = CommandCalls.query("up", "--url=" + url());
        assertThat(call.exit()).isEqualTo(1);
        assertThat(call.errors())
                .isEqualTo(url() + " answers 404 to /api/v1/query: it has no HTTP API of Prometheus there; name"
                        + " another server with --url URL");
        answer = "";
        assertThat(CommandCalls.series("--url=" + url()).errors()).contains("answers 404 to /api/v1/series");
    }

    @Test
    void storedValuesOfAServerWithoutThemAreAnError() {
        status = 404;
        assertThat(raw().errors())
                .isEqualTo(url() + " answers 404 to /api/v1/values: it has no stored values as Weir's dashboard has"
                        + " there; name another server with --url URL");
        status = 200;
        assertThat(raw().errors()).contains("answers what is not the JSON of Prometheus' API: a line is no value;");
    }

    @Test
    void storedValuesUpToACutArePrintedWithAnError() {
        String value = "{\"measurement\":\"m\",\"tags\":{},\"field\":\"f\",\"time\":\"1970-01-01T00:00:00Z\","
                + "\"type\":\"float\",\"value\":1.0}\n";
        answer = value + "{\"complete\":false,\"errorType\":\"timeout\",\"error\":\"late\"}\n";
        assertThat(raw().exit()).isEqualTo(1);
        assertThat(raw().output()).isEqualTo("1970-01-01T00:00:00Z  m  f  1.0\n");
        assertThat(raw().errors())
                .isEqualTo(url() + " refuses the query: late; shorten the range, or raise the server's limit"
                        + " (dashboard.query.timeout)");
        answer = value;
        assertThat(raw().exit()).isEqualTo(1);
        assertThat(raw().output()).isEqualTo("1970-01-01T00:00:00Z  m  f  1.0\n");
        assertThat(raw().errors()).contains(" ended its answer early: ");
    }

    private CommandCalls raw() {
        return CommandCalls.query("up", "--raw", "--since=1h", "--url=" + url());
    }

    @Test
    void parquetThatEndsEarlyIsAnError() {
        for (String part : new String[] {"", "PA", "PAR1", "PAR1 values", "PAR1 values PAR", "PAR1 PAR1 "}) {
            answer = part;
            CommandCalls call = parquet();
            assertThat(call.exit()).as(part).isEqualTo(1);
            assertThat(call.errors())
                    .isEqualTo(url() + " ended its answer early (the file has no end): repeat the query; if it ends"
                            + " early again, shorten the range");
            assertThat(call.output()).isEqualTo(part);
        }
        answer = "PAR1 values PAR1";
        assertThat(parquet()).isEqualTo(new CommandCalls(0, answer, ""));
    }

    @Test
    void anAnswerThatIsNoParquetIsAnError() {
        answer = "<html>";
        assertThat(parquet())
                .isEqualTo(new CommandCalls(
                        1, "", url() + " answers what is no file of Parquet: name another server with --url URL"));
    }

    private CommandCalls parquet() {
        return CommandCalls.query("up", "--raw", "--parquet", "--since=1h", "--url=" + url());
    }

    @Test
    void aTokenIsSentAndARefusedOneIsNamed(@TempDir Path directory) throws IOException {
        Path token = Files.writeString(directory.resolve("token"), "secret\n");
        assertThat(CommandCalls.query("up", "--url=" + url(), "--token-file=" + token)
                        .errors())
                .isEmpty();
        assertThat(authorization).isEqualTo("Bearer secret");
        assertThat(CommandCalls.query("up", "--url=" + url()).exit()).isZero();
        assertThat(authorization).isEqualTo("null");

        status = 401;
        assertThat(CommandCalls.query("up", "--url=" + url()).errors())
                .isEqualTo(url() + " answers 401: name a file with a token that it accepts with --token-file FILE");
        assertThat(CommandCalls.query("up", "--url=" + url(), "--token-file=" + token)
                        .errors())
                .contains("answers 401: the token is not the right one: ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            timeout     | query timed out  | query timed out; shorten the range, or raise --timeout and the server's limit (dashboard.query.timeout)
            unavailable | store is away    | store is away; repeat it later
            execution   | too many         | too many
            """)
    void errorsOfTheServerAreShown(String type, String message, String shown) {
        status = 503;
        answer = "{\"status\":\"error\",\"errorType\":\"" + type + "\",\"error\":\"" + message + "\"}";
        CommandCalls call = CommandCalls.query("up", "--url=" + url());
        assertThat(call.exit()).isEqualTo(1);
        assertThat(call.errors()).isEqualTo(url() + " refuses the query: " + shown);
    }

    @Test
    void theRemedyOfATimeoutHasOptionsOfTheCommandOnly() {
        status = 503;
        answer = "{\"status\":\"error\",\"errorType\":\"timeout\",\"error\":\"late\"}";
        assertThat(CommandCalls.query("up", "--since=1h", "--url=" + url()).errors())
                .endsWith("late; shorten the range, raise --step, or raise --timeout and the server's limit"
                        + " (dashboard.query.timeout)");
        assertThat(CommandCalls.series("--url=" + url()).errors())
                .endsWith("late; shorten the range, or raise the server's limit (dashboard.query.timeout)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<html>",
                "{}",
                "[]",
                "{\"status\":\"success\"}",
                "{\"data\":[]}",
                "{\"data\":{\"result\":[],\"resultType\":\"vector\"}}",
                "{\"data\":{\"resultType\":\"vector\"}}",
                "{\"data\":{\"resultType\":\"cube\",\"result\":[]}}",
                START + "{\"value\":[1,\"2\"],\"metric\":{}}]}}",
                START + "{\"metric\":{\"a\":1},\"value\":[1,\"2\"]}]}}",
                START + "{\"metric\":{},\"value\":[1,2]}]}}",
                START + "{\"metric\":{},\"value\":[\"1\",\"2\"]}]}}",
                START + "{\"metric\":{},\"value\":[1,\"two\"]}]}}",
                START + "{\"metric\":{},\"value\":[1,\"2\",\"3\"]}]}}",
            })
    void anUnreadableAnswerIsAnError(String body) {
        answer = body;
        for (String format : new String[] {"--json", "--csv"}) {
            CommandCalls call = CommandCalls.query("up", format, "--url=" + url());
            assertThat(call.errors())
                    .startsWith(url() + " answers what is not the JSON of Prometheus' API: ")
                    .endsWith("; name another server with --url URL");
            assertThat(call.exit()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{\"status\":\"succ",
                START,
                START + SAMPLE,
                START + SAMPLE + "]",
                START + SAMPLE + "]}",
                START + "{\"metric\":{\"a\":",
                START + "{\"metric\":{},\"value\":[1",
            })
    void anAnswerThatEndsEarlyIsAnError(String body) throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Thread ending = new Thread(() -> answerAndEnd(listener, "HTTP/1.1 200 OK\r\n\r\n" + body));
            ending.start();
            String url = "http://127.0.0.1:" + listener.getLocalPort();
            CommandCalls call = CommandCalls.query("up", "--json", "--url=" + url);
            assertThat(call.exit()).isEqualTo(1);
            assertThat(call.errors())
                    .isEqualTo(url + " ended its answer early: repeat the query; if it ends early again, shorten the"
                            + " range");
            assertThat(call.output())
                    .as("the rows up to there")
                    .isEqualTo(
                            body.startsWith(START + SAMPLE)
                                    ? "{\"labels\":{\"a\":\"b\"},\"time\":\"1970-01-01T00:00:01.500Z\",\"value\":2}\n"
                                    : "");
        }
    }

    /** Sends an answer, whatever the request, and reads until the client closes the connection. */
    private static void answerAndEnd(ServerSocket listener, String text) {
        try (Socket client = listener.accept()) {
            client.getOutputStream().write(text.getBytes(UTF_8));
            client.shutdownOutput();
            client.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aConnectionThatBreaksIsAnEarlyEnd() throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            String text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"sta\r\n";
            Thread ending = new Thread(() -> answerAndEnd(listener, text));
            ending.start();
            CommandCalls call = CommandCalls.query("up", "--url=http://127.0.0.1:" + listener.getLocalPort());
            assertThat(call.exit()).isEqualTo(1);
            assertThat(call.errors()).contains(" ended its answer early (Premature EOF): repeat the query");
        }
    }

    @Test
    void notesOfTheServerAreWarnings() {
        answer = START + SAMPLE
                + ",{\"metric\":{},\"histogram\":[1,{\"count\":\"2\"}]}]},\"warnings\":[\"half\\u001b of" + " it\"]}";
        CommandCalls call = CommandCalls.query("up", "--json", "--url=" + url());
        assertThat(call.exit()).isZero();
        assertThat(call.output())
                .isEqualTo("{\"labels\":{\"a\":\"b\"},\"time\":\"1970-01-01T00:00:01.500Z\",\"value\":2}\n");
        assertThat(call.errors().lines())
                .containsExactly(
                        "warning: half\\u{001b} of it",
                        "warning: 1 native histograms are not shown: a function such as histogram_quantile makes"
                                + " numbers of them");
    }
}
