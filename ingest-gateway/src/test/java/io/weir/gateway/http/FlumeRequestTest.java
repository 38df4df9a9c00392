package io.weir.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.flume.FlumeHttpSettings;
import io.weir.gateway.http.RawClient.Reply;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.intake.stamp.StampUnit;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Answers to senders of Flume events are those of Flume's HTTPSource, but are sent only once the
 * events are safe.
 */
class FlumeRequestTest {
    private OneInput input = new OneInput("flume-http");

    @AfterEach
    void close() {
        input.close();
    }

    @Test
    void takesAnArrayOfEvents() throws Exception {
        long sent = 0;
        try (HttpInput http = open(new HttpInputRig());
                RawClient client = new RawClient(http)) {
            input.acknowledging();
            for (int i = 1; i <= 2; i++) {
                String events = "[" + event(i) + ",\n" + event(i + 10) + "]";
                sent += events.length();
                Reply reply = client.ask("POST", "/", events);
                assertThat(reply.status()).isEqualTo(200);
                assertThat(reply.body()).isEmpty();
                assertThat(reply.headers())
                        .containsEntry("content-length", "0")
                        .doesNotContainKeys("content-type", "x-influxdb-version");
            }
        }
        assertThat(input.lines()).containsExactly("m v=1 1", "m v=11 11", "m v=2 2", "m v=12 12");
        assertThat(input.counts().lines.sum()).isEqualTo(4);
        assertThat(input.counts().bytes.sum()).isEqualTo(sent);
    }

    @Test
    void answersOnlyWhenTheEventsAreSafe() throws Exception {
        try (HttpInput http = open(new HttpInputRig());
                RawClient client = new RawClient(http);
                RawClient other = new RawClient(http)) {
            client.send("POST", "/", ("[" + event(1) + "]").getBytes(UTF_8));
            OneInput.await("the events to be queued", () -> input.queue().waitingBytes() > 0);
            assertThat(other.ask("GET", "/", "").status()).isEqualTo(405);
            assertThat(client.hasReply()).isFalse();
            input.acknowledging();
            assertThat(client.reply().status()).isEqualTo(200);
        }
        assertThat(input.lines()).containsExactly("m v=1 1");
    }

    @Test
    void acceptsEventsBeforeBrokenJsonAndAnswers400() throws Exception {
        try (HttpInput http = open(new HttpInputRig());
                RawClient client = new RawClient(http)) {
            input.acknowledging();
            Reply reply = client.ask("POST", "/", "[" + event(1) + "," + event(2) + ",{\"headers\":{\"name\":]");
            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.headers()).containsEntry("content-type", "application/json");
            assertThat(reply.body())
                    .isEqualTo(
                            "{\"error\":\"part of the body is not readable and was rejected; the rest is accepted\"}");
            assertThat(client.ask("POST", "/", "[" + event(3) + "]").status())
                    .as("of the next request")
                    .isEqualTo(200);
        }
        assertThat(input.lines()).containsExactly("m v=1 1", "m v=2 2", "m v=3 3");
        assertThat(input.refused()).containsExactly("broken-json: {\"headers\":{\"name\":]");
        assertThat(input.counts().rejected.snapshot()).isEqualTo(Map.of("broken-json", 1L));
        assertThat(input.counts().lines.sum()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "[", "{\"headers\":{}", "[{]", "\u0000"})
    void reportsABodyThatIsNotJson(String body) throws Exception {
        try (HttpInput http = open(new HttpInputRig());
                RawClient client = new RawClient(http)) {
            input.acknowledging();
            for (int i = 1; i <= 2; i++) {
                assertThat(client.ask("POST", "/", body).status()).isEqualTo(400);
            }
        }
        assertThat(input.counts().rejected.snapshot()).isEqualTo(Map.of("broken-json", 2L));
        assertThat(input.lines()).isEmpty();
    }

    @Test
    void rejectsInvalidEventsAndKeepsTheOthers() throws Exception {
        try (HttpInput http = open(new HttpInputRig());
                RawClient client = new RawClient(http)) {
            input.acknowledging();
            String events = "[" + event(1) + ", 7, {\"headers\":{\"name\":\"m\"}}, " + event(2) + "]";
            assertThat(client.ask("POST", "/", events).status()).isEqualTo(200);
        }
        assertThat(input.lines()).containsExactly("m v=1 1", "m v=2 2");
        assertThat(input.counts().rejected.snapshot())
                .isEqualTo(Map.of("flume-not-an-event", 1L, "flume-no-value", 1L));
    }

    @Test
    void takesNothingWhileThereIsNoRoom() throws Exception {
        input = new OneInput("flume-http", 1 << 18);
        String events = "[" + (event(1) + ",").repeat(1_200) + event(1) + "]";
        try (HttpInput http = open(new HttpInputRig().requestTimeout(Duration.ofMillis(200)));
                RawClient client = new RawClient(http)) {
            OneInput.await("the room to be taken", () -> {
                client.status("/", events);
                return !input.queue().hasRoom();
            });
            long taken = input.counts().lines.sum();
            Reply full = client.ask("POST", "/", events);
            assertThat(full.status()).isEqualTo(503);
            assertThat(full.headers()).containsEntry("retry-after", "1");
            assertThat(input.counts().lines.sum()).isEqualTo(taken);
            input.acknowledging();
            OneInput.await("room", () -> input.queue().hasRoom());
            // On a busy machine, events may become safe only after the short timeout of this test.
            OneInput.await("a request to be taken", () -> client.status("/", "[" + event(2) + "]") == 200);
        }
        assertThat(input.counts().rejectedConnections.of("no-room")).isEqualTo(1);
        assertThat(input.counts().dropped.total()).isZero();
    }

    @Test
    void isNotSatisfiedIfSomeEventsFoundNoRoom() throws Exception {
        input = new OneInput("flume-http", 4 << 10).acknowledging();
        try (HttpInput http = open(new HttpInputRig());
                RawClient client = new RawClient(http)) {
            String events = "[" + (event(1) + ",").repeat(1_200) + event(1) + "]";
            assertThat(client.ask("POST", "/", events).status()).isEqualTo(503);
            assertThat(client.ask("POST", "/", "[" + event(2) + "]").status()).isEqualTo(200);
        }
        assertThat(input.counts().dropped.total()).isPositive();
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /write, X-Nothing: at all,       404, not-found",
        "GET,  /,      X-Nothing: at all,       405, method-not-allowed",
        "POST, /,      X-Nothing: at all,       401, unauthorized",
        "POST, /,      Authorization: Token no, 401, unauthorized",
    })
    void rejectsOtherRequests(String method, String target, String header, int status, String reason) throws Exception {
        try (HttpInput http = open(new HttpInputRig().tokens("secret"));
                RawClient client = new RawClient(http)) {
            input.acknowledging();
            assertThat(client.ask(method, target, "[" + event(1) + "]", header).status())
                    .isEqualTo(status);
            assertThat(client.ask("POST", "/", "[" + event(2) + "]", "Authorization: Token secret")
                            .status())
                    .isEqualTo(200);
        }
        assertThat(input.counts().rejectedConnections.snapshot()).isEqualTo(Map.of(reason, 1L));
        assertThat(input.lines()).containsExactly("m v=2 2");
    }

    @Test
    void unpacksBodiesAndLimitsThem() throws Exception {
        try (HttpInput http = open(new HttpInputRig());
                RawClient client = new RawClient(http)) {
            input.acknowledging();
            byte[] packed = RawClient.gzip(("[" + event(1) + "]").getBytes(UTF_8));
            client.send("POST", "/", packed, "Content-Encoding: gzip");
            assertThat(client.reply().status()).isEqualTo(200);
            byte[] bomb = RawClient.gzip(new byte[50_000_000]);
            client.send("POST", "/", bomb, "Content-Encoding: gzip");
            assertThat(client.reply().status()).isEqualTo(413);
        }
        assertThat(input.lines()).containsExactly("m v=1 1");
    }

    private HttpInput open(HttpInputRig rig) {
        return rig.openFor(input, FlumeRequestTest::events);
    }

    private static HttpApi events(LineIntake lines) {
        return FlumeHttpSettings.api(lines, StampUnit.NS);
    }

    /** An event with value and timestamp {@code i}. */
    private static String event(int i) {
        return "{\"headers\":{\"name\":\"m\",\"value_v\":\"" + i + "\",\"timestamp\":\"" + i + "\"},\"body\":\"\"}";
    }
}
