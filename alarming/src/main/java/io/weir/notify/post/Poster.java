package io.weir.notify.post;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends POST requests to one address, with a time limit for each answer. Used by one thread. */
final class Poster {
    /** Time limit of a connection attempt: a machine that is down does not refuse it. */
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);

    private final HttpRequest.Builder request;
    private final Duration timeout;
    private final HttpClient client;

    /**
     * Creates the client without connecting.
     *
     * @param timeout from the start of a request to the end of the part of the answer that is read
     */
    Poster(URI address, Map<String, String> headers, Duration timeout) {
        this.timeout = timeout;
        request = HttpRequest.newBuilder(address);
        headers.forEach(request::setHeader);
        // A redirected POST would become a GET. HTTP/2 without TLS starts with an upgrade request
        // that some servers do not support.
        client = HttpClient.newBuilder()
                .version(Version.HTTP_1_1)
                .followRedirects(Redirect.NEVER)
                .connectTimeout(timeout.compareTo(CONNECT_WITHIN) < 0 ? timeout : CONNECT_WITHIN)
                .build();
    }

    /** @throws InterruptedException if interrupted; the receiver may have received the body */
    Answer post(byte[] body) throws InterruptedException {
        // The client's own timeout ends with the headers (JDK 17); this one includes the body.
        CompletableFuture<HttpResponse<String>> pending =
                client.sendAsync(request.POST(BodyPublishers.ofByteArray(body)).build(), headers -> new BodyPrefix());
        try {
            HttpResponse<String> response = pending.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            String retryAfter = response.headers().firstValue("Retry-After").orElse("");
            return Answer.of(response.statusCode(), response.body(), retryAfter);
        } catch (TimeoutException e) {
            return Answer.none(Outcome.TIMED_OUT, "no answer within " + timeout.toMillis() + " ms");
        } catch (ExecutionException e) {
            return failed(e.getCause() == null ? e : e.getCause());
        } finally {
            // Has no effect on a completed response.
            pending.cancel(true);
        }
    }

    private static Answer failed(Throwable cause) {
        if (cause instanceof HttpTimeoutException && !(cause instanceof HttpConnectTimeoutException)) {
            return Answer.none(Outcome.TIMED_OUT, "no answer in time");
        }
        if (cause instanceof IOException) {
            return Answer.none(Outcome.UNREACHABLE, text(cause));
        }
        // For example, the answer is not HTTP: a failure of the receiver as well.
        return Answer.none(Outcome.UNREACHABLE, cause.toString());
    }

    private static String text(Throwable cause) {
        String message = cause.getMessage();
        if (message != null && !message.isBlank()) {
            return message;
        }
        return cause instanceof ConnectException
                ? "no connection"
                : cause.getClass().getSimpleName();
    }
}
