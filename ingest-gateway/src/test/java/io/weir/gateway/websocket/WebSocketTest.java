package io.weir.gateway.websocket;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.YamlSource;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.testing.InputPage;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The inputs over WebSocket, with Java's own client, and with frames that no client sends. */
class WebSocketTest {
    private static final String LINES = "websocket: {enabled: true, port: 0, frame-bytes: 1024, line-bytes: 600}";
    private static final String HANDSHAKE = """
            GET /live HTTP/1.1
            Host: w
            Upgrade: websocket
            Connection: Upgrade
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
            Sec-WebSocket-Version: 13

            """.replace("\n", "\r\n");

    private final HttpClient client = HttpClient.newHttpClient();
    private final OneInput one = new OneInput("websocket");

    @AfterEach
    void close() {
        one.close();
    }

    /** Answers of the server. */
    private static final class Heard implements WebSocket.Listener {
        final CompletableFuture<Integer> closed = new CompletableFuture<>();
        final CompletableFuture<String> pong = new CompletableFuture<>();

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            closed.complete(code);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onPong(WebSocket socket, ByteBuffer message) {
            pong.complete(UTF_8.decode(message).toString());
            socket.request(1);
            return null;
        }
    }

    @Test
    void messagesAreLinesInOneFrameOrInSeveral() throws Exception {
        Heard heard = new Heard();
        try (Input input = open(LINES)) {
            WebSocket socket = connect(input, heard);
            socket.sendText("a v=1 1\nb v=2 2", true).join();
            socket.sendText("c v", false).join();
            socket.sendPing(UTF_8.encode("there?")).join();
            socket.sendText("=3 3\nd v=4 4\n", true).join();
            socket.sendBinary(UTF_8.encode("e v=\"\u00fc\" 5"), true).join();
            assertThat(heard.pong.get(10, TimeUnit.SECONDS)).isEqualTo("there?");
            socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
            assertThat(heard.closed.get(10, TimeUnit.SECONDS)).isEqualTo(WebSocket.NORMAL_CLOSURE);
        }
        assertThat(one.lines())
                .containsExactlyInAnyOrder("a v=1 1", "b v=2 2", "c v=3 3", "d v=4 4", "e v=\"\u00fc\" 5");
        assertThat(one.refused()).isEmpty();
        assertThat(one.counts().rejectedConnections.snapshot()).isEmpty();
    }

    @Test
    void aMessageOfJsonMayHaveSeveralLines() throws Exception {
        String yaml = new InputPage("websocket").blocks("yaml").get(0).replace("port: 8189", "port: 0");
        try (Input input = open(yaml)) {
            WebSocket socket = connect(input, new Heard());
            socket.sendText("""
                    [
                      {"name": "cpu", "host": "a", "value": 1,
                       "time": 1790000000}, {"name": "cpu",
                    """, false).join();
            socket.sendText("\"host\": \"b\", \"value\": 2, \"time\": 1790000001}\n]\n", true)
                    .join();
            socket.sendText("{\"name\": \"mem\", \"free\": 3, \"time\": 1790000002}", true)
                    .join();
            socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
        }
        assertThat(one.lines())
                .containsExactlyInAnyOrder(
                        "cpu,host=a value=1i 1790000000000000000",
                        "cpu,host=b value=2i 1790000001000000000",
                        "mem free=3i 1790000002000000000");
        assertThat(one.refused()).isEmpty();
    }

    @Test
    void badLinesAndLongOnesAreRefusedAlone() throws Exception {
        try (Input input = open(LINES)) {
            WebSocket socket = connect(input, new Heard());
            socket.sendText("a v=1 1\nnonsense\nb v=\"" + "x".repeat(700) + "\" 1\nc v=1 1", true)
                    .join();
            socket.sendText("d v=1 1", true).join();
            socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
        }
        assertThat(one.lines()).containsExactlyInAnyOrder("a v=1 1", "c v=1 1", "d v=1 1");
        assertThat(one.counts().rejected.snapshot()).isEqualTo(Map.of("missing-fields", 1L, "line-too-long", 1L));
    }

    @Test
    void aLongFrameClosesItsConnection() throws Exception {
        Heard heard = new Heard();
        try (Input input = open(LINES)) {
            WebSocket socket = connect(input, heard);
            socket.sendText("a v=1 1", true).join();
            socket.sendText("b v=1 1\n".repeat(200), true).join();
            assertThat(heard.closed.get(10, TimeUnit.SECONDS)).isEqualTo(1009);
        }
        assertThat(one.lines()).containsExactly("a v=1 1");
        assertThat(one.counts().rejectedConnections.snapshot()).isEqualTo(Map.of("broken-websocket", 1L));
    }

    @Test
    void theStartOfAMessageIsNoLine() throws Exception {
        try (Input input = open(LINES)) {
            WebSocket socket = connect(input, new Heard());
            socket.sendText("a v=1 1\nb v=12", false).join();
            OneInput.await("the first line", () -> one.lines().size() == 1);
            socket.abort();
            OneInput.await("the refusal", () -> one.counts().rejected.total() == 1);
        }
        assertThat(one.lines()).containsExactly("a v=1 1");
        assertThat(one.refused()).containsExactly("unfinished-line: b v=12");
    }

    @Test
    void brokenFramesCloseTheirConnection() throws Exception {
        // Not masked; a reserved operation; a reserved bit.
        List<byte[]> broken = List.of(
                new byte[] {(byte) 0x81, 3, 'a', 'b', 'c'},
                new byte[] {(byte) 0x83, (byte) 0x80, 0, 0, 0, 0},
                new byte[] {(byte) 0xc1, (byte) 0x80, 0, 0, 0, 0});
        try (Input input = open(LINES)) {
            for (byte[] each : broken) {
                try (Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), input.port().orElseThrow())) {
                    socket.setSoTimeout(60_000);
                    OutputStream out = socket.getOutputStream();
                    out.write(HANDSHAKE.getBytes(US_ASCII));
                    readAnswer(socket);
                    out.write(each);
                    assertThat(socket.getInputStream().readAllBytes()).isNotNull();
                }
            }
        }
        assertThat(one.lines()).isEmpty();
        assertThat(one.counts().rejectedConnections.snapshot())
                .isEqualTo(Map.of("broken-websocket", (long) broken.size()));
    }

    /** A client must wait for the answer to its handshake. */
    @Test
    void dataBeforeTheAnswerIsNoLine() throws Exception {
        try (Input input = open(LINES);
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), input.port().orElseThrow())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write((HANDSHAKE + "a v=1 1\n").getBytes(US_ASCII));
            readAnswer(socket);
            assertThat(socket.getInputStream().readAllBytes()).isNotNull();
        }
        assertThat(one.lines()).isEmpty();
        assertThat(one.counts().rejectedConnections.snapshot()).isEqualTo(Map.of("broken-websocket", 1L));
    }

    private static void readAnswer(Socket socket) throws IOException {
        StringBuilder answer = new StringBuilder();
        while (answer.indexOf("\r\n\r\n") < 0) {
            int next = socket.getInputStream().read();
            assertThat(next).as("the next byte after %s", answer).isNotNegative();
            answer.append((char) next);
        }
        assertThat(answer).startsWith("HTTP/1.1 101 ");
    }

    @Test
    void anOpenStringHarmsNoLineOfTheNextMessage() throws Exception {
        try (Input input = open(LINES)) {
            WebSocket socket = connect(input, new Heard());
            socket.sendText("bad m=\"unclosed", true).join();
            socket.sendText("log m=\" x\",v=1 2", true).join();
            socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
        }
        assertThat(one.lines()).containsExactly("log m=\" x\",v=1 2");
        assertThat(one.counts().rejected.total()).isEqualTo(1);
    }

    @Test
    void aConnectionWithoutAHandshakeIsClosed() throws Exception {
        try (Input input = open(LINES);
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), input.port().orElseThrow())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write("GET / HTTP/1.1\r\n".getBytes(US_ASCII));
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(one.counts().rejectedConnections.snapshot()).isEqualTo(Map.of("too-slow", 1L));
    }

    @Test
    void aTokenIsRequiredIfThereAreTokens(@TempDir Path etc) throws Exception {
        Path tokens = Files.writeString(etc.resolve("tokens"), "secret\n");
        try (Input input = open("websocket: {enabled: true, port: 0, tokens-file: " + tokens + "}")) {
            assertThat(refusal(input, "X", "y")).isEqualTo(401);
            assertThat(refusal(input, "Authorization", "Bearer guessed")).isEqualTo(401);
            WebSocket socket = client.newWebSocketBuilder()
                    .header("Authorization", "Bearer secret")
                    .buildAsync(uri(input), new Heard())
                    .join();
            socket.sendText("a v=1 1", true).join();
            socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
        }
        assertThat(one.lines()).containsExactly("a v=1 1");
        assertThat(one.counts().rejectedConnections.snapshot()).isEqualTo(Map.of("unauthorized", 2L));
    }

    @Test
    void webPagesAndOtherRequestsAreTold() throws Exception {
        try (Input input = open(LINES)) {
            assertThat(refusal(input, "Origin", "http://evil.example")).isEqualTo(403);
            URI http = URI.create(uri(input).toString().replace("ws:", "http:"));
            HttpResponse<String> answer =
                    client.send(HttpRequest.newBuilder(http).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(426);
            assertThat(answer.body()).contains("ws://HOST:PORT/");
        }
        assertThat(one.counts().rejectedConnections.snapshot())
                .isEqualTo(Map.of("web-page", 1L, "not-a-websocket", 1L));
    }

    @Test
    void listensOnThePortsOfThePage() throws IOException {
        List<InputSettings> inputs = YamlSource.text(
                        "gateway.yaml",
                        new InputPage("websocket").blocks("yaml").get(0))
                .read(GatewayConfig::read)
                .inputs();
        assertThat(inputs.stream().filter(WebSocketSettings.class::isInstance).map(input -> ((WebSocketSettings) input)
                        .tcp().stream().port()))
                .containsExactly(8188, 8189);
    }

    private static int refusal(Input input, String header, String value) {
        CompletableFuture<WebSocket> refused = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .header(header, value)
                .buildAsync(uri(input), new Heard());
        assertThatThrownBy(refused::join).isInstanceOf(CompletionException.class);
        return refused.handle((socket, e) -> e)
                .thenApply(e -> e instanceof CompletionException wrapped ? wrapped.getCause() : e)
                .thenApply(e -> ((WebSocketHandshakeException) e).getResponse().statusCode())
                .join();
    }

    private WebSocket connect(Input input, Heard heard) {
        return client.newWebSocketBuilder().buildAsync(uri(input), heard).join();
    }

    private static URI uri(Input input) {
        return URI.create("ws://127.0.0.1:" + input.port().orElseThrow() + "/api/live/push/alice_o2");
    }

    private Input open(String yaml) {
        List<InputSettings> inputs =
                YamlSource.text("gateway.yaml", yaml).read(GatewayConfig::read).inputs();
        return inputs.get(inputs.size() - 1).open(one);
    }
}
