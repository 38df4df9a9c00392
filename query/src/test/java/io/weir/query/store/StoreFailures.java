package io.weir.query.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.query.series.Allowance;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.SeriesStore;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every failure of a store is an error, never an empty answer. The server sends bytes, then hangs or closes. */
@Timeout(120)
public abstract class StoreFailures {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n";
    private static final Pattern CONTENT_LENGTH = Pattern.compile("(?i)\r\ncontent-length: (\\d+)\r\n");
    protected static final Duration LONG = Duration.ofMinutes(1);

    private final CountDownLatch answered = new CountDownLatch(1);
    /** Without a reference, the garbage collection would close a connection. */
    private final List<Socket> connections = new CopyOnWriteArrayList<>();

    private ServerSocket server;

    /** The store at this address. */
    protected abstract SeriesStore store(String http);

    /** A part of an answer of the store that has no mistake. */
    protected abstract String beginning();

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        for (Socket each : connections) {
            each.close();
        }
    }

    protected final void answers(String text, boolean closes) {
        answers(List.of(text), closes);
    }

    /** @param texts the answer to each request, on a connection of its own */
    protected final void answers(List<String> texts, boolean closes) {
        Thread thread = new Thread(() -> {
            try {
                for (String each : texts) {
                    Socket socket = server.accept();
                    connections.add(socket);
                    readRequest(socket.getInputStream());
                    socket.getOutputStream().write(each.getBytes(UTF_8));
                    socket.getOutputStream().flush();
                    answered.countDown();
                    if (closes) {
                        socket.close();
                    }
                }
            } catch (IOException e) {
                // The test ends.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    /** Unread bytes would reset the connection at its end. */
    private static void readRequest(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.read());
        }
        for (MatchResult length : CONTENT_LENGTH.matcher(head).results().toList()) {
            in.readNBytes(Integer.parseInt(length.group(1)));
        }
    }

    private EvaluationException failure(Duration time) {
        SeriesStore store = store("http://127.0.0.1:" + server.getLocalPort());
        List<Matcher> matchers = List.of(new Matcher(Matcher.METRIC_NAME, Comparison.EQUALS, "cpu"));
        return catchThrowableOfType(
                EvaluationException.class, () -> store.select(matchers, 0, 1, new Allowance(1_000, 1_000, time)));
    }

    protected final void fails(Duration time, Reason reason, String message) {
        assertThat(failure(time))
                .hasMessageContaining(message)
                .extracting(EvaluationException::reason)
                .isEqualTo(reason);
    }

    @Test
    void storeThatIsAwayIsUnavailable() throws IOException {
        server.close();
        fails(LONG, Reason.UNAVAILABLE, "the store at http://127.0.0.1:" + server.getLocalPort() + " does not answer");
    }

    @Test
    void silentStoreEndsAtTheTimeLimit() {
        long start = System.nanoTime();
        fails(Duration.ofMillis(100), Reason.TIMEOUT, "did not answer within the time of the query");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LONG);
    }

    @Test
    void answerThatStallsEndsAtTheTimeLimit() {
        answers(OK + beginning(), false);
        fails(Duration.ofMillis(500), Reason.TIMEOUT, "did not answer within the time of the query");
    }

    @Test
    void answerThatEndsEarlyIsAnError() {
        answers(OK + beginning(), true);
        fails(LONG, Reason.UNAVAILABLE, "is incomplete or unreadable");
    }

    @Test
    void answerOfAnotherServerIsAnError() {
        answers("HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n{\"status\":\"fine\"}", true);
        fails(LONG, Reason.UNAVAILABLE, "is incomplete or unreadable");
    }

    /** Clients repeat a query whose store is unavailable. */
    @ParameterizedTest
    @CsvSource({
        "400, EXECUTION",
        "401, EXECUTION",
        "403, EXECUTION",
        "404, EXECUTION",
        "408, UNAVAILABLE",
        "429, UNAVAILABLE",
        "500, UNAVAILABLE",
        "502, UNAVAILABLE",
        "503, UNAVAILABLE"
    })
    void refusalForGoodIsNotUnavailable(int status, Reason reason) {
        answers(
                "HTTP/1.1 " + status + " No\r\nContent-Length: 34\r\n\r\n{\"query\":\"SELECT\",\"error\":\"no, no\"}",
                true);
        fails(LONG, reason, "answers with status " + status + ": no, no");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void interruptEndsTheRequest(boolean isWhileRowsArrive) throws Exception {
        answers(isWhileRowsArrive ? OK + beginning() : "", false);
        AtomicReference<EvaluationException> failure = new AtomicReference<>();
        Thread query = new Thread(() -> failure.set(failure(LONG)));
        query.start();
        answered.await();
        query.interrupt();
        query.join();
        assertThat(Objects.requireNonNull(failure.get()).reason()).isEqualTo(Reason.CANCELLED);
        // The store need not go on.
        assertThat(isClosed(connections.get(0))).isTrue();
    }

    /** Also by a reset: the client may have bytes that it has not read. */
    private static boolean isClosed(Socket connection) throws IOException {
        try {
            return connection.getInputStream().read() < 0;
        } catch (SocketException e) {
            return true;
        }
    }
}
