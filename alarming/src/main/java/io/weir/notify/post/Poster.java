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

/** Sends POST requests to one address, each answered within a time. Used by one thread. */
final class Poster {
    /** A machine that is gone does not even refuse. */
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);

    private final HttpRequest.Builder request;
    private final Duration timeout;
    private final HttpClient client;

    /**
     * Connects to nothing yet.
     *
     * @param timeout from the beginning of a request to the end of what is read of its answer
     */
    Poster(URI address, Map<String, String> headers, Duration timeout) {
        this.timeout = timeout;
        request = HttpRequest.newBuilder(address);
        headers.forEach(request::setHeader);
        // Redirected, a POST would become a GET; and HTTP/2 without TLS begins with a question that some do not
        // understand.
        client = HttpClient.newBuilder()
                .version(Version.HTTP_1_1)
                .followRedirects(Redirect.NEVER)
                .connectTimeout(timeout.compareTo(CONNECT_WITHIN) < 0 ? timeout : CONNECT_WITHIN)
                .build();
    }

    /** @throws InterruptedException if told to end; whether the receiver has it is not known then */
    Answer post(byte[] body) throws InterruptedException {
        // The client's own timeout ends with the headers (JDK 17): this one is for the body too.
        CompletableFuture<HttpResponse<String>> response =
                client.sendAsync(request.POST(BodyPublishers.ofByteArray(body)).build(), headers -> new Beginning());
        try {
            HttpResponse<String> answered = response.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            String retryAfter = answered.headers().firstValue("Retry-After").orElse("");
            return Answer.of(answered.statusCode(), answered.body(), retryAfter);
        } catch (TimeoutException e) {
            return Answer.none(Outcome.TIMED_OUT, "no answer within " + timeout.toMillis() + " ms");
        } catch (ExecutionException e) {
            return failed(e.getCause() == null ? e : e.getCause());
        } finally {
            // Of one that has ended, nothing.
            response.cancel(true);
        }
    }

    private static Answer failed(Throwable cause) {
        if (cause instanceof HttpTimeoutException && !(cause instanceof HttpConnectTimeoutException)) {
            return Answer.none(Outcome.TIMED_OUT, "no answer in time");
        }
        if (cause instanceof IOException) {
            return Answer.none(Outcome.UNREACHABLE, said(cause));
        }
        // Such as an answer that is no HTTP: of the receiver all the same.
        return Answer.none(Outcome.UNREACHABLE, cause.toString());
    }

    private static String said(Throwable cause) {
        String message = cause.getMessage();
        if (message != null && !message.isBlank()) {
            return message;
        }
        return cause instanceof ConnectException
                ? "no connection"
                : cause.getClass().getSimpleName();
    }
}
