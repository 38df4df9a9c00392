package io.weir.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.http.RawClient.Reply;
import io.weir.gateway.intake.OneInput;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Requests that are rejected as a whole: each is answered, counted by reason, and affects no other.
 */
class HttpRefusalTest {
    private static final String HEAD = "POST /write HTTP/1.1\r\nHost: weir\r\n";

    private final OneInput input = new OneInput("http").acknowledging();

    @AfterEach
    void close() {
        input.close();
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /nowhere,                   404, not-found, '\"error\":\"unknown path; known paths are [/api/v2/write,'",
        "POST, /api/v3/write,              404, not-found, '\"code\":\"not found\"'",
        "GET,  /write,                     405, method-not-allowed, /write allows POST",
        "PUT,  /ping,                      405, method-not-allowed, /ping allows GET and HEAD",
        "POST, /write?precision=x,         400, invalid-precision, 'precision must be n, ns, u, us, ms, s, m or h'",
        "POST, /api/v2/write?precision=h,  400, invalid-precision, 'precision must be ns, us, ms or s'",
        "POST, /write?db=%zz,              400, unreadable-request, not a URI",
    })
    void reportsTheErrorAndServesTheNextRequest(String method, String target, int status, String reason, String said)
            throws Exception {
        try (HttpInput http = HttpInputRig.open(input);
                RawClient client = new RawClient(http)) {
            Reply reply = client.ask(method, target, "cpu v=1 1");
            assertThat(reply.status()).isEqualTo(status);
            assertThat(reply.body()).contains(said);
            assertThat(client.ask("POST", "/write", "cpu v=2 2").status()).isEqualTo(204);
        }
        assertThat(input.counts().rejectedConnections.snapshot())
                .containsOnlyKeys(reason)
                .containsEntry(reason, 1L);
        assertThat(input.lines()).containsExactly("cpu v=2 2");
    }

    @Test
    void reportsUnsupportedAndBrokenEncodings() throws Exception {
        try (HttpInput http = HttpInputRig.open(input);
                RawClient client = new RawClient(http)) {
            assertThat(client.ask("POST", "/write", "cpu v=1 1", "Content-Encoding: zstd")
                            .status())
                    .isEqualTo(415);
            byte[] gzip = RawClient.gzip("cpu v=1 1".getBytes(UTF_8));
            client.send("POST", "/write", Arrays.copyOf(gzip, gzip.length - 3), "Content-Encoding: gzip");
            assertThat(client.reply().status()).isEqualTo(400);
            assertThat(client.ask("POST", "/api/v2/write", "cpu v=1 1", "Content-Encoding: gzip")
                            .body())
                    .contains("the body is not valid gzip");
        }
        assertThat(input.counts().rejectedConnections.snapshot())
                .containsEntry("unsupported-encoding", 1L)
                .containsEntry("broken-gzip", 2L);
        assertThat(input.lines()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Authorization: Token secret,                          204",
        "authorization: bearer secret,                         204",
        "Authorization: Basic YW55Ym9keTpzZWNyZXQ=,            204",
        "Authorization: Token joe:pass,                        204",
        "Authorization: Basic am9lOnBhc3M=,                    204",
        "Authorization: Token wrong,                           401",
        "Authorization: Token,                                 401",
        "Authorization: secret,                                401",
        "Authorization: Basic secret,                          401",
        "Authorization: Basic am9lOnNlY3JldDI=,                401",
        "Authorization: Digest secret,                         401",
        "X-Nothing: at all,                                    401",
    })
    void acceptsRequestsWithAToken(String header, int status) throws Exception {
        try (HttpInput http = new HttpInputRig().tokens("secret", "joe:pass").openFor(input);
                RawClient client = new RawClient(http)) {
            for (String target : new String[] {"/write", "/api/v2/write"}) {
                Reply reply = client.ask("POST", target, "cpu v=1 1", header);
                assertThat(reply.status()).isEqualTo(status);
            }
            assertThat(client.ask("GET", "/ping", "").status()).isEqualTo(204);
        }
        assertThat(input.counts().rejectedConnections.of("unauthorized")).isEqualTo(status == 401 ? 2 : 0);
        assertThat(input.lines()).hasSize(status == 401 ? 0 : 2);
    }

    /**
     * A web page can make a browser send these headers to 127.0.0.1; programs send none of them.
     */
    @ParameterizedTest
    @CsvSource({"Origin: https://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site"})
    void takesNothingFromAWebPage(String header) throws Exception {
        try (HttpInput http = HttpInputRig.open(input);
                RawClient client = new RawClient(http)) {
            for (String target : new String[] {"/write", "/api/v2/write"}) {
                Reply reply = client.ask("POST", target, "cpu v=1 1", "Content-Type: text/plain", header);
                assertThat(reply.status()).isEqualTo(403);
                assertThat(reply.body()).contains("a web page may not write");
            }
        }
        assertThat(input.counts().rejectedConnections.of("web-page")).isEqualTo(2);
        assertThat(input.lines()).isEmpty();
    }

    @Test
    void letsInByTheParametersOfOldClients() throws Exception {
        try (HttpInput http = new HttpInputRig().tokens("secret", "joe:pass").openFor(input);
                RawClient client = new RawClient(http)) {
            assertThat(client.ask("POST", "/write?u=joe&p=pass", "cpu v=1 1").status())
                    .isEqualTo(204);
            assertThat(client.ask("POST", "/write?p=secret", "cpu v=1 1").status())
                    .isEqualTo(204);
            assertThat(client.ask("POST", "/write?u=joe&p=no", "cpu v=1 1").status())
                    .isEqualTo(401);
            assertThat(client.ask("POST", "/query?q=SHOW+DATABASES&u=joe", "").status())
                    .isEqualTo(401);
        }
    }

    @Test
    void refusesLargeBodiesHoweverTheyCome() throws Exception {
        byte[] large = "x".repeat(HttpInputRig.MAX_BODY_BYTES + 1).getBytes(UTF_8);
        try (HttpInput http = HttpInputRig.open(input)) {
            try (RawClient client = new RawClient(http)) {
                client.send(HEAD + "Content-Length: 99999999999\r\n\r\n");
                assertThat(client.reply().status()).isEqualTo(413);
                assertThat(client.isClosedByServer()).isTrue();
            }
            try (RawClient client = new RawClient(http)) {
                client.send(HEAD + "Transfer-Encoding: chunked\r\n\r\n");
                client.send(Integer.toHexString(large.length) + "\r\n" + new String(large, UTF_8) + "\r\n0\r\n\r\n");
                assertThat(client.reply().status()).isEqualTo(413);
            }
            try (RawClient client = new RawClient(http)) {
                byte[] bomb = RawClient.gzip(new byte[50_000_000]);
                assertThat(bomb.length).isLessThan(HttpInputRig.MAX_BODY_BYTES);
                client.send("POST", "/write", bomb, "Content-Encoding: gzip");
                assertThat(client.reply().status()).isEqualTo(413);
                byte[] largest = RawClient.gzip(
                        "cpu v=1 1\n".repeat(HttpInputRig.MAX_BODY_BYTES / 10).getBytes(UTF_8));
                client.send("POST", "/write", largest, "Content-Encoding: gzip");
                assertThat(client.reply().status()).isEqualTo(204);
            }
        }
        assertThat(input.counts().rejectedConnections.of("body-too-large")).isEqualTo(3);
        assertThat(input.lines()).hasSize(HttpInputRig.MAX_BODY_BYTES / 10);
    }

    @Test
    void boundsTheMemoryOfAllRequestsTogether() throws Exception {
        byte[] body = "cpu v=1 1\n".repeat(6_000).getBytes(UTF_8);
        try (HttpInput http = new HttpInputRig().bodiesBytes(100_000).openFor(input);
                RawClient unfinished = new RawClient(http);
                RawClient second = new RawClient(http)) {
            unfinished.send(HEAD + "Content-Length: 70000\r\n\r\n" + new String(body, UTF_8));
            OneInput.await("the first to be read", () -> http.bodiesBytes() >= body.length);
            second.send("POST", "/write", body);
            assertThat(second.reply().status()).isEqualTo(503);
            unfinished.send("#".repeat(10_000));
            assertThat(unfinished.reply().status()).isEqualTo(204);
            second.send("POST", "/write", body);
            assertThat(second.reply().status()).isEqualTo(204);
        }
        assertThat(input.counts().rejectedConnections.of("no-room")).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "'Content-Length: 9\r\nContent-Length: 10\r\n\r\ncpu v=1 1',      400",
        "'Content-Length: -1\r\n\r\n',                                     400",
        "'Content-Length: nine\r\n\r\n',                                   400",
        "'Transfer-Encoding: chunked\r\n\r\nzz\r\n',                       400",
    })
    void refusesRequestsWhoseEndIsUnclear(String rest, int status) throws Exception {
        try (HttpInput http = HttpInputRig.open(input);
                RawClient client = new RawClient(http)) {
            client.send(HEAD + rest);
            assertThat(client.reply().status()).isEqualTo(status);
            assertThat(client.isClosedByServer()).isTrue();
        }
        assertThat(input.counts().rejectedConnections.of("unreadable-request")).isEqualTo(1);
        assertThat(input.lines()).isEmpty();
    }

    @Test
    void refusesLinesAndHeadersWithoutEnd() throws Exception {
        try (HttpInput http = HttpInputRig.open(input)) {
            assertThat(status(http, "POST /" + "x".repeat(20_000))).isEqualTo(414);
            assertThat(status(http, HEAD + "X-Long: " + "x".repeat(40_000))).isEqualTo(431);
            assertThat(status(http, "\u0016\u0003\u0001 hello\r\n\r\n")).isEqualTo(400);
        }
        assertThat(input.counts().rejectedConnections.of("unreadable-request")).isEqualTo(3);
    }

    private static int status(HttpInput http, String bytes) throws Exception {
        try (RawClient client = new RawClient(http)) {
            return client.send(bytes).reply().status();
        }
    }

    @Test
    void answersAWaitingSenderWithTheError() throws Exception {
        try (HttpInput http = HttpInputRig.open(input);
                RawClient client = new RawClient(http)) {
            client.send("POST /nowhere HTTP/1.1\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n");
            assertThat(client.reply().status()).isEqualTo(404);
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void takesNothingOfARequestThatEndsTooEarly() throws Exception {
        try (HttpInput http = HttpInputRig.open(input)) {
            try (RawClient client = new RawClient(http)) {
                client.send(HEAD + "Content-Length: 100\r\n\r\ncpu v=1 1\ncpu v=2 2\n");
                client.stopSending();
                assertThat(client.isClosedByServer()).isTrue();
            }
            OneInput.await("the count", () -> input.counts().rejectedConnections.of("incomplete-request") == 1);
        }
        assertThat(input.lines()).isEmpty();
    }

    @Test
    void closesConnectionsWhoseRequestsDrip() throws Exception {
        try (HttpInput http = new HttpInputRig()
                        .requestTimeout(Duration.ofMillis(300))
                        .openFor(input);
                RawClient client = new RawClient(http)) {
            client.send("POST /write HTTP/1.1\r\n");
            OneInput.await("the end of its patience", () -> {
                try {
                    client.send("X: y\r\n");
                    return input.counts().rejectedConnections.of("too-slow") == 1;
                } catch (java.io.IOException e) {
                    return true;
                }
            });
            assertThat(client.isClosedByServer()).isTrue();
            assertThat(input.counts().rejectedConnections.of("too-slow")).isEqualTo(1);
        }
    }
}
