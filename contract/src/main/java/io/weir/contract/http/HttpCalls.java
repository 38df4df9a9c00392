package io.weir.contract.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;

/**
 * Sends HTTP requests and waits for their answers. An answer has a time limit, which includes its
 * body, and a maximum length. Thread-safe.
 */
public final class HttpCalls {
    /** Holds 100 000 rows of 100 fields. */
    private static final int LONGEST = 256 << 20;

    private final HttpClient client;
    private final Duration answerWithin;
    private final int maxBytes;

    /**
     * The answer to a request.
     *
     * @param bytes the body up to the maximum length
     * @param isWhole whether the body ends there
     */
    public record Answer(int status, HttpHeaders headers, ByteBuffer bytes, boolean isWhole) {
        /** A view of the body that no other reader moves. */
        @Override
        public ByteBuffer bytes() {
            return bytes.asReadOnlyBuffer();
        }

        /** The body as UTF-8 up to the maximum length. */
        public String start() {
            return UTF_8.decode(bytes()).toString();
        }

        /**
         * The whole body.
         *
         * @throws IOException if it is longer than the maximum
         */
        public String body() throws IOException {
            if (!isWhole) {
                throw new IOException("the answer is too long");
            }
            return start();
        }
    }

    /** Calls whose answers may have any reasonable length. Does not connect yet. */
    public HttpCalls(Duration connectWithin, Duration answerWithin) {
        this(connectWithin, answerWithin, LONGEST);
    }

    /** Calls that trust the authorities of Java. */
    public HttpCalls(Duration connectWithin, Duration answerWithin, int maxBytes) {
        this(connectWithin, answerWithin, maxBytes, Optional.empty());
    }

    /**
     * Does not connect yet.
     *
     * @param connectWithin time limit of a connection attempt
     * @param answerWithin time limit from the start of a request to the end of its answer
     * @param maxBytes length at which the connection of a longer answer is closed
     * @param tls of connections with https; default: that of Java
     */
    public HttpCalls(Duration connectWithin, Duration answerWithin, int maxBytes, Optional<SSLContext> tls) {
        this.answerWithin = answerWithin;
        this.maxBytes = maxBytes;
        // A redirected POST would become a GET. HTTP/2 without TLS starts with an upgrade request
        // that some servers do not support.
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(Version.HTTP_1_1)
                .followRedirects(Redirect.NEVER)
                .connectTimeout(connectWithin);
        tls.ifPresent(builder::sslContext);
        client = builder.build();
    }

    /**
     * Sends a request.
     *
     * @return the answer, whatever its status
     * @throws HttpTimeoutException if there is no connection or no complete answer in time
     * @throws IOException if there is no connection, or no readable answer
     * @throws InterruptedException if interrupted; the server may have received the request
     */
    public Answer send(HttpRequest request) throws IOException, InterruptedException {
        // The client's own timeout ends with the headers (JDK 17); this one includes the body.
        CompletableFuture<HttpResponse<BodyStart.Read>> pending =
                client.sendAsync(request, headers -> new BodyStart(maxBytes));
        try {
            HttpResponse<BodyStart.Read> response = pending.get(answerWithin.toMillis(), TimeUnit.MILLISECONDS);
            return new Answer(
                    response.statusCode(),
                    response.headers(),
                    response.body().bytes(),
                    response.body().isWhole());
        } catch (TimeoutException e) {
            throw new HttpTimeoutException("request timed out");
        } catch (ExecutionException e) {
            // Another failure is, for example, an answer that is not HTTP.
            throw e.getCause() instanceof IOException failure
                    ? failure
                    : new IOException(String.valueOf(e.getCause()), e.getCause());
        } finally {
            // Has no effect on a completed response.
            pending.cancel(true);
        }
    }
}
