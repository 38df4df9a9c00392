package io.weir.contract.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpCallsTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final int MAX_BYTES = 8;

    private final HttpCalls calls = new HttpCalls(LONG, LONG, MAX_BYTES);
    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch end = new CountDownLatch(1);

    HttpCallsTest() throws IOException {
        server.setExecutor(threads);
    }

    @AfterEach
    void stop() {
        end.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void returnsAnyStatusWithHeadersAndBody() throws Exception {
        HttpCalls.Answer answer = calls.send(served(exchange -> {
            exchange.getResponseHeaders().set("Location", "/elsewhere");
            exchange.sendResponseHeaders(301, 8);
            exchange.getResponseBody().write("nine: ä".getBytes(UTF_8));
            exchange.close();
        }));

        assertThat(answer.status()).isEqualTo(301);
        assertThat(answer.headers().firstValue("location")).contains("/elsewhere");
        assertThat(answer.body()).isEqualTo("nine: ä").isEqualTo(answer.start());
    }

    @Test
    void readsOnlyTheStartOfAnEndlessAnswer() throws Exception {
        HttpCalls.Answer answer = calls.send(served(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream body = exchange.getResponseBody()) {
                while (end.getCount() > 0) {
                    body.write("<html>".repeat(1000).getBytes(UTF_8));
                }
            }
        }));

        assertThat(answer.start()).isEqualTo("<html><h");
        assertThatThrownBy(answer::body).isInstanceOf(IOException.class).hasMessage("the answer is too long");
    }

    /** The client's own timeout ends with the headers. */
    @Test
    void timeLimitIncludesTheBody() throws Exception {
        HttpRequest request = served(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write('x');
            exchange.getResponseBody().flush();
            awaitEnd();
        });

        assertThatThrownBy(() -> new HttpCalls(LONG, Duration.ofMillis(200)).send(request))
                .isInstanceOf(HttpTimeoutException.class);
    }

    @Test
    void reportsARefusedConnection() throws Exception {
        HttpRequest request;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + closed.getLocalPort()))
                    .build();
        }

        assertThatThrownBy(() -> calls.send(request)).isInstanceOf(ConnectException.class);
    }

    @Test
    void interruptionEndsTheCall() throws Exception {
        HttpRequest request = served(exchange -> awaitEnd());

        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> calls.send(request)).isInstanceOf(InterruptedException.class);
    }

    private HttpRequest served(HttpHandler handler) {
        server.createContext("/", handler);
        server.start();
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort()))
                .build();
    }

    private void awaitEnd() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
