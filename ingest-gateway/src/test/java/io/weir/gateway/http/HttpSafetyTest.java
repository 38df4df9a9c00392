package io.weir.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.http.RawClient.Reply;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.stamp.StampUnit;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Requests are answered only once their lines are safe. */
class HttpSafetyTest {
    private static final String REQUEST = "POST /write HTTP/1.1\r\nHost: w\r\nContent-Length: 9\r\n\r\ncpu v=1 1";

    @Test
    void answersOnlyWhenTheLinesAreSafe() throws Exception {
        OneInput input = new OneInput("http");
        try (HttpInput http = HttpInputRig.open(input);
                RawClient client = new RawClient(http);
                RawClient other = new RawClient(http)) {
            client.send(REQUEST);
            OneInput.await("the lines to be queued", () -> input.queue().waitingBytes() > 0);
            assertThat(other.ask("GET", "/ping", "").status()).isEqualTo(204);
            assertThat(client.hasReply()).isFalse();
            input.acknowledging();
            assertThat(client.reply().status()).isEqualTo(204);
        }
        input.close();
        assertThat(input.lines()).containsExactly("cpu v=1 1");
    }

    @Test
    void answers503IfLinesAreNotSafeInTime() throws Exception {
        OneInput input = new OneInput("http");
        try (HttpInput http =
                        new HttpInputRig().requestTimeout(Duration.ofSeconds(1)).openFor(input);
                RawClient client = new RawClient(http)) {
            client.send(REQUEST);
            Reply reply = client.reply();
            assertThat(reply.status()).isEqualTo(503);
            assertThat(reply.headers()).containsKey("retry-after");
            input.acknowledging();
            assertThat(client.ask("POST", "/write", "cpu v=2 2").status())
                    .as("the answer that came too late is not taken for the next")
                    .isEqualTo(204);
            assertThat(input.lines()).containsExactly("cpu v=1 1", "cpu v=2 2");
        }
        input.close();
        assertThat(input.counts().rejectedConnections.of("not-safe-in-time")).isEqualTo(1);
    }

    @Test
    void takesNothingWhileThereIsNoRoom() throws Exception {
        OneInput input = new OneInput("http", 1 << 20);
        String lines = "cpu v=1 1\n".repeat(9_000);
        try (HttpInput http = new HttpInputRig()
                        .requestTimeout(Duration.ofMillis(200))
                        .openFor(input);
                RawClient client = new RawClient(http)) {
            OneInput.await("the room to be taken", () -> {
                client.status("/write", lines);
                return !input.queue().hasRoom();
            });
            long taken = input.counts().lines.sum();
            Reply v1 = client.ask("POST", "/write", lines);
            assertThat(v1.status()).isEqualTo(503);
            assertThat(v1.headers()).containsEntry("retry-after", "1");
            Reply v2 = client.ask("POST", "/api/v2/write", lines);
            assertThat(v2.body()).startsWith("{\"code\":\"unavailable\"");
            assertThat(client.ask("GET", "/health", "").status()).isEqualTo(503);
            assertThat(input.counts().lines.sum()).isEqualTo(taken);
            input.acknowledging();
            OneInput.await("room", () -> input.queue().hasRoom());
            // On a busy machine, lines may become safe only after the short timeout of this test.
            OneInput.await("a request to be taken", () -> client.status("/write", "cpu v=2 2") == 204);
        }
        input.close();
        assertThat(input.counts().rejectedConnections.of("no-room")).isEqualTo(2);
        assertThat(input.counts().dropped.total()).isZero();
    }

    @Test
    void isNotSatisfiedIfSomeLinesFoundNoRoom() throws Exception {
        OneInput input = new OneInput("http", 100 << 10).acknowledging();
        try (HttpInput http = HttpInputRig.open(input);
                RawClient client = new RawClient(http)) {
            Reply reply = client.ask("POST", "/write", "a v=1\n".repeat(HttpInputRig.MAX_BODY_BYTES / 6));
            assertThat(reply.status()).isEqualTo(503);
            assertThat(reply.headers()).containsKey("retry-after");
            OneInput.await("room", () -> input.queue().hasRoom());
            assertThat(client.ask("POST", "/write", "a v=1 1").status()).isEqualTo(204);
        }
        input.close();
        assertThat(input.counts().dropped.total()).isPositive();
    }

    /** A line over UDP that is dropped is lost, and a request is sent again. */
    @Test
    void aRequestLargerThanTheQueueLeavesRoomForThoseWhoCannotWait() throws Exception {
        OneInput input = new OneInput("http", 100 << 10);
        LineIntake udp = input.next(Runnable::run);
        try (HttpInput http = HttpInputRig.open(input);
                RawClient client = new RawClient(http)) {
            Reply reply = client.ask("POST", "/write", "a v=1\n".repeat(HttpInputRig.MAX_BODY_BYTES / 6));
            assertThat(reply.status()).isEqualTo(503);
            long dropped = input.counts().dropped.total();
            // Longer than a batch, for which an exhausted queue may have room by chance.
            byte[] lines = "udp v=1\n".repeat(1_000).getBytes(UTF_8);
            udp.lines(lines, 0, lines.length, StampUnit.NS, new InetSocketAddress(1), 1, RefusalListener.NONE);
            udp.flush();
            assertThat(input.counts().dropped.total()).isEqualTo(dropped).isPositive();
        }
        input.close();
        assertThat(input.lines()).contains("udp v=1 1");
    }

    @Test
    void answersAtItsEndThoseWhoseLinesBecomeSafe() throws Exception {
        OneInput input = new OneInput("http");
        HttpInput http = HttpInputRig.open(input);
        try (RawClient client = new RawClient(http)) {
            client.send(REQUEST);
            OneInput.await("the lines to be queued", () -> input.queue().waitingBytes() > 0);
            Thread closing = new Thread(http::close);
            closing.start();
            input.acknowledging();
            assertThat(client.reply().status()).isEqualTo(204);
            closing.join();
        }
        input.close();
    }

    @Test
    void aSenderThatGoesAwayCostsNothing() throws Exception {
        OneInput input = new OneInput("http");
        try (HttpInput http = HttpInputRig.open(input)) {
            try (RawClient client = new RawClient(http)) {
                client.send(REQUEST);
                OneInput.await("the lines to be queued", () -> input.queue().waitingBytes() > 0);
            }
            input.acknowledging();
            try (RawClient client = new RawClient(http)) {
                assertThat(client.ask("POST", "/write", "cpu v=2 2").status()).isEqualTo(204);
            }
        }
        input.close();
        assertThat(input.lines()).containsExactly("cpu v=1 1", "cpu v=2 2");
    }
}
