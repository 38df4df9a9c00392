package io.weir.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.http.RawClient.Reply;
import io.weir.gateway.intake.OneInput;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers to correct requests and to requests with invalid lines. */
class HttpInputTest {
    private final OneInput input = new OneInput("http").acknowledging();
    private HttpInput http;
    private RawClient client;

    @BeforeEach
    void open() throws Exception {
        http = HttpInputRig.open(input);
        client = new RawClient(http);
    }

    @AfterEach
    void close() throws Exception {
        client.close();
        http.close();
        input.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/write",
                "/write?db=metrics&rp=week&consistency=all",
                "/write/?db=metrics",
                "/api/v2/write?org=o&bucket=b"
            })
    void takesLines(String target) throws Exception {
        for (int i = 0; i < 2; i++) {
            Reply reply = client.ask("POST", target, "cpu,host=b,dc=a v=1 " + i + "\n\n# a comment\nmem v=2i " + i);
            assertThat(reply.status()).isEqualTo(204);
            assertThat(reply.body()).isEmpty();
            assertThat(reply.headers()).containsKey("x-influxdb-version").doesNotContainKey("content-length");
        }
        assertThat(input.lines())
                .containsExactlyInAnyOrder(
                        "cpu,dc=a,host=b v=1 0", "mem v=2i 0", "cpu,dc=a,host=b v=1 1", "mem v=2i 1");
        assertThat(input.counts().lines.sum()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({
        "/write?precision=n,      17",
        "/write?precision=ns,     17",
        "/write?precision=u,      17000",
        "/write?precision=us,     17000",
        "/write?precision=ms,     17000000",
        "/write?precision=s,      17000000000",
        "/write?precision=m,      1020000000000",
        "/write?precision=h,      61200000000000",
        "/write?precision=,       17",
        "/api/v2/write,           17",
        "/api/v2/write?precision=ns, 17",
        "/api/v2/write?precision=us, 17000",
        "/api/v2/write?precision=ms, 17000000",
        "/api/v2/write?precision=s,  17000000000",
    })
    void bringsTimestampsToNanoseconds(String target, String stamp) throws Exception {
        assertThat(client.ask("POST", target, "cpu v=1 17").status()).isEqualTo(204);
        assertThat(input.lines()).containsExactly("cpu v=1 " + stamp);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "GZIP", "x-gzip"})
    void unpacksBodies(String encoding) throws Exception {
        client.send("POST", "/write", RawClient.gzip("cpu v=1 1".getBytes(UTF_8)), "Content-Encoding: " + encoding);
        assertThat(client.reply().status()).isEqualTo(204);
        assertThat(client.ask("POST", "/write", "cpu v=2 2", "Content-Encoding: identity")
                        .status())
                .isEqualTo(204);
        assertThat(input.lines()).containsExactly("cpu v=1 1", "cpu v=2 2");
    }

    @Test
    void takesABodyInChunks() throws Exception {
        client.send("POST /write HTTP/1.1\r\nHost: weir\r\nTransfer-Encoding: chunked\r\n\r\n")
                .send("4\r\ncpu \r\n")
                .send("5\r\nv=1 1\r\n0\r\n\r\n");
        assertThat(client.reply().status()).isEqualTo(204);
        assertThat(input.lines()).containsExactly("cpu v=1 1");
    }

    @Test
    void takesTheGoodLinesAndNamesTheBad() throws Exception {
        String lines = "cpu v=1 1\ncpu\ncpu v=2 2\ncpu v=x 3\n";
        Reply v1 = client.ask("POST", "/write", lines);
        assertThat(v1.status()).isEqualTo(400);
        assertThat(v1.headers()).containsEntry("content-type", "application/json");
        assertThat(v1.body())
                .isEqualTo("{\"error\":\"partial write: unable to parse: line 2 column 4 missing-fields,"
                        + " line 4 column 7 invalid-field-value dropped=2\"}");
        Reply v2 = client.ask("POST", "/api/v2/write", lines);
        assertThat(v2.status()).isEqualTo(400);
        assertThat(v2.headers()).containsEntry("x-platform-error-code", "invalid");
        assertThat(v2.body())
                .isEqualTo("{\"code\":\"invalid\",\"message\":\"partial write: unable to parse: line 2 column 4"
                        + " missing-fields, line 4 column 7 invalid-field-value dropped=2\"}");
        assertThat(input.lines()).containsExactly("cpu v=1 1", "cpu v=2 2", "cpu v=1 1", "cpu v=2 2");
        assertThat(input.counts().rejected.total()).isEqualTo(4);
    }

    @Test
    void reportsThatAllLinesAreInvalid() throws Exception {
        Reply reply = client.ask("POST", "/write", "cpu\n".repeat(20));
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.body())
                .startsWith("{\"error\":\"unable to parse: line 1 column 4 missing-fields, line 2")
                .contains("line 5")
                .doesNotContain("line 6")
                .endsWith(" and 15 more dropped=20\"}");
    }

    @Test
    void answersInTheOrderOfRequestsThatCameAtOnce() throws Exception {
        String good = "POST /write HTTP/1.1\r\nHost: w\r\nContent-Length: 9\r\n\r\ncpu v=1 1";
        String bad = "POST /nowhere HTTP/1.1\r\nHost: w\r\nContent-Length: 9\r\n\r\ncpu v=1 1";
        client.send(good + bad + good + "GET /ping HTTP/1.1\r\nHost: w\r\n\r\n");
        for (int status : new int[] {204, 404, 204, 204}) {
            assertThat(client.reply().status()).isEqualTo(status);
        }
        assertThat(input.lines()).hasSize(2);
    }

    @Test
    void answers100ToAWaitingSender() throws Exception {
        client.send("POST /write HTTP/1.1\r\nHost: w\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n");
        assertThat(client.reply().status()).isEqualTo(100);
        client.send("cpu v=1 1");
        assertThat(client.reply().status()).isEqualTo(204);
    }

    @Test
    void closesTheConnectionOfASenderThatWantsIt() throws Exception {
        assertThat(client.ask("POST", "/write", "cpu v=1 1", "Connection: close")
                        .status())
                .isEqualTo(204);
        assertThat(client.isClosedByServer()).isTrue();
        try (RawClient old = new RawClient(http)) {
            old.send("POST /write HTTP/1.0\r\nContent-Length: 9\r\n\r\ncpu v=2 2");
            assertThat(old.reply().status()).isEqualTo(204);
            assertThat(old.isClosedByServer()).isTrue();
        }
        assertThat(input.lines()).hasSize(2);
    }

    @Test
    void answersPingAndHealth() throws Exception {
        assertThat(client.ask("GET", "/ping", "").headers()).containsEntry("x-influxdb-version", "1.8.10");
        assertThat(client.ask("HEAD", "/ping", "").status()).isEqualTo(204);
        assertThat(client.ask("GET", "/ping?verbose=true", "").body()).isEqualTo("{\"version\":\"1.8.10\"}");
        Reply health = client.ask("GET", "/health", "");
        assertThat(health.status()).isEqualTo(200);
        assertThat(health.body()).contains("\"name\":\"weir\"").contains("\"status\":\"pass\"");
    }

    @Test
    void answersWhatClientsAskBeforeTheyWrite() throws Exception {
        Reply created = client.ask(
                "POST",
                "/query",
                "q=CREATE+DATABASE+%22telegraf%22",
                "Content-Type: application/x-www-form-urlencoded");
        assertThat(created.status()).isEqualTo(200);
        assertThat(created.body()).isEqualTo("{\"results\":[{\"statement_id\":0}]}");
        assertThat(client.ask("POST", "/query?q=create%20retention%20policy%20a%20on%20b%3BSHOW%20DATABASES", "")
                        .body())
                .isEqualTo("{\"results\":[{\"statement_id\":0},{\"statement_id\":1,\"series\":"
                        + "[{\"name\":\"databases\",\"columns\":[\"name\"]}]}]}");
        Reply select = client.ask("GET", "/query?q=SELECT%20*%20FROM%20cpu", "");
        assertThat(select.status()).isEqualTo(400);
        assertThat(select.body()).contains("query the store instead");
    }
}
