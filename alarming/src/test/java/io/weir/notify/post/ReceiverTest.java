package io.weir.notify.post;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReceiverTest {
    /** More than a busy machine pauses. */
    private static final Duration LONG = Duration.ofMinutes(1);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final List<String> got = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);

    ReceiverTest() throws IOException {
        server.setExecutor(Executors.newCachedThreadPool());
    }

    @AfterEach
    void stop() {
        end.countDown();
        server.stop(0);
    }

    @ParameterizedTest
    @CsvSource({
        "200, ACCEPTED",
        "202, ACCEPTED",
        "301, REFUSED",
        "400, REFUSED",
        "404, REFUSED",
        "408, BUSY",
        "413, REFUSED",
        "429, BUSY",
        "500, BUSY",
        "503, BUSY"
    })
    void statusDeterminesTheOutcome(int status, Outcome outcome) throws Exception {
        Receiver receiver = receiver(exchange -> answer(exchange, status, "no\nand never"), LONG);

        assertThat(receiver.post("body".getBytes(UTF_8), 3)).isEqualTo(outcome);

        assertThat(got).containsExactly("POST /hook?key=secret token body");
        assertThat(count("weir.notifier.sent")).isEqualTo(outcome == Outcome.ACCEPTED ? 3 : 0);
        assertThat(count("weir.notifier.refused")).isEqualTo(outcome == Outcome.REFUSED ? 3 : 0);
        assertThat(failures(outcome)).isEqualTo(outcome == Outcome.ACCEPTED ? 0 : 1);
        if (outcome.isToBeRepeated()) {
            assertThat(receiver.trouble()).contains("webhook " + address() + ": HTTP " + status + ": no and never");
        } else {
            assertThat(receiver.trouble()).isEmpty();
        }
    }

    @Test
    void backsOffAndHonoursRetryAfter() throws Exception {
        Receiver receiver = receiver(exchange -> answer(exchange, got.size() < 8 ? 503 : 200, ""), LONG);
        long longest = 0;
        for (int failure = 0; failure < 8; failure++) {
            receiver.post(new byte[0], 1);
            long halfMillis = Math.min(30_000, 500L << failure) / 2;
            assertThat(receiver.pause().toMillis()).isBetween(halfMillis, 2 * halfMillis);
            longest = Math.max(longest, receiver.pause().toMillis());
        }
        assertThat(longest).isGreaterThanOrEqualTo(15_000);
        assertThat(receiver.post(new byte[0], 1)).isEqualTo(Outcome.ACCEPTED);

        Receiver asked = receiver(
                exchange -> {
                    exchange.getResponseHeaders().set("Retry-After", "77");
                    answer(exchange, 429, "");
                },
                LONG);
        asked.post(new byte[0], 1);
        assertThat(asked.pause()).isEqualTo(Duration.ofSeconds(77));
    }

    @Test
    void aMissingAnswerTimesOut() throws Exception {
        Receiver receiver = receiver(exchange -> await(), Duration.ofMillis(200));

        assertThat(receiver.post(new byte[0], 1)).isEqualTo(Outcome.TIMED_OUT);
        assertThat(receiver.trouble()).get().asString().contains("no answer within 200 ms");
    }

    /** The client's own timeout ends with the headers. */
    @Test
    void anEndlessAnswerTimesOut() throws Exception {
        Receiver receiver = receiver(
                exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    exchange.getResponseBody().write('x');
                    exchange.getResponseBody().flush();
                    await();
                },
                Duration.ofMillis(300));

        assertThat(receiver.post(new byte[0], 1)).isEqualTo(Outcome.TIMED_OUT);
    }

    @Test
    void readsOnlyThePrefixOfAnAnswer() throws Exception {
        Receiver receiver = receiver(
                exchange -> {
                    exchange.sendResponseHeaders(400, 0);
                    try (OutputStream body = exchange.getResponseBody()) {
                        while (end.getCount() > 0) {
                            body.write("<html>".repeat(1000).getBytes(UTF_8));
                        }
                    }
                },
                LONG);

        assertThat(receiver.post(new byte[0], 1)).isEqualTo(Outcome.REFUSED);
    }

    @Test
    void aBrokenConnectionIsRetried() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread resetting = new Thread(() -> {
                try (Socket accepted = socket.accept()) {
                    accepted.getInputStream().read();
                    accepted.setSoLinger(true, 0); // Makes close send a reset.
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            resetting.start();
            Receiver receiver = receiver(URI.create("http://127.0.0.1:" + socket.getLocalPort()), LONG);

            assertThat(receiver.post(new byte[0], 1)).isEqualTo(Outcome.UNREACHABLE);
            resetting.join();
        }
    }

    @Test
    void aRefusedConnectionIsRetried() throws Exception {
        URI gone;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            gone = URI.create("http://127.0.0.1:" + socket.getLocalPort());
        }

        assertThat(receiver(gone, LONG).post(new byte[0], 1)).isEqualTo(Outcome.UNREACHABLE);
        assertThat(failures(Outcome.UNREACHABLE)).isEqualTo(1);
    }

    private void await() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(HttpExchange exchange, int status, String text) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            got.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization") + " " + body);
            byte[] answer = text.getBytes(UTF_8);
            exchange.sendResponseHeaders(status, answer.length == 0 ? -1 : answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    private Receiver receiver(HttpHandler handler, Duration timeout) {
        if (got.isEmpty()) {
            server.createContext("/hook", handler);
            server.start();
            return receiver(URI.create(address() + "/hook?key=secret"), timeout);
        }
        server.createContext("/other", handler);
        return receiver(URI.create(address() + "/other"), timeout);
    }

    private Receiver receiver(URI address, Duration timeout) {
        return new Receiver(
                "webhook",
                address,
                Map.of("Authorization", "token"),
                timeout,
                new SplittableRandom(),
                new NotifierMeters(registry).of("webhook", Address.shown(address)));
    }

    private String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private double count(String meter) {
        return registry.get(meter).counter().count();
    }

    private double failures(Outcome outcome) {
        return registry.find("weir.notifier.failed").tag("reason", outcome.word()).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }
}
