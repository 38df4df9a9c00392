package io.weir.query.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * Requests to a store, whose answers are read as they arrive. Every failure is an {@link EvaluationException} that names
 * the store. Thread-safe.
 */
public final class StoreCalls {
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(2);
    private static final int LONGEST_ERROR = 4_096;
    private static final int OK = 200;

    private final String http;
    private final Optional<String> authorization;
    private final StoreErrors errors;
    private final HttpClient client;

    /** Reads an answer. */
    public interface Reader {
        void read(InputStream body) throws IOException;
    }

    /**
     * Does not connect yet.
     *
     * @param http the address, such as {@code http://127.0.0.1:9000}
     * @param authorization the value of the header Authorization
     */
    public StoreCalls(String http, Optional<String> authorization, StoreErrors errors) {
        this.http = http;
        this.authorization = authorization;
        this.errors = errors;
        // HTTP/2 without TLS starts with an upgrade request that some servers do not support.
        client = HttpClient.newBuilder()
                .version(Version.HTTP_1_1)
                .followRedirects(Redirect.NEVER)
                .connectTimeout(CONNECT_WITHIN)
                .build();
    }

    /**
     * Sends a GET and reads the answer. An interrupt ends the wait for the answer. While its body arrives, the stream of
     * JDK 17 ignores interrupts, and the time limit ends the reading.
     *
     * @param within time limit from the start of the request to the end of its answer
     */
    public void get(String path, Map<String, String> parameters, Duration within, Reader reader) {
        String query = parameters.entrySet().stream()
                .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(http + path + "?" + query));
        authorization.ifPresent(value -> request.header("Authorization", value));
        long start = System.nanoTime();
        HttpResponse<InputStream> response = answer(request.build(), within);
        AtomicBoolean isLate = new AtomicBoolean();
        Duration left = within.minusNanos(System.nanoTime() - start);
        // The client's own timeout ends with the headers (JDK 17).
        CompletableFuture<Void> end =
                new CompletableFuture<Void>().completeOnTimeout(null, atLeastZero(left), TimeUnit.MILLISECONDS);
        try (InputStream body = response.body()) {
            CompletableFuture<Void> closing = end.thenRun(() -> {
                isLate.set(true);
                closed(body);
            });
            read(response.statusCode(), body, reader);
            closing.cancel(false);
        } catch (IOException e) {
            if (isLate.get()) {
                throw tooLate();
            }
            throw new EvaluationException(
                    Reason.UNAVAILABLE, "the answer of the store at " + http + " is incomplete or unreadable: " + e);
        } finally {
            end.cancel(false);
        }
    }

    private void read(int status, InputStream body, Reader reader) throws IOException {
        if (status != OK) {
            String why = StoreJson.reason(new String(body.readNBytes(LONGEST_ERROR), UTF_8));
            throw new EvaluationException(
                    errors.reason(status, why),
                    "the store at " + http + " answers with status " + status + ": "
                            + (why.isBlank() ? "no reason given" : why.strip()));
        }
        reader.read(body);
    }

    /** The error if the store refuses a request in an answer with status 200. */
    public EvaluationException refusal(String why) {
        return new EvaluationException(errors.reason(OK, why), "the store at " + http + " refuses the query: " + why);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The last stage throws nothing.
    private HttpResponse<InputStream> answer(HttpRequest request, Duration within) {
        CompletableFuture<HttpResponse<InputStream>> pending = client.sendAsync(request, BodyHandlers.ofInputStream());
        boolean isAnswered = false;
        try {
            HttpResponse<InputStream> response = pending.get(atLeastZero(within), TimeUnit.MILLISECONDS);
            isAnswered = true;
            return response;
        } catch (TimeoutException e) {
            throw tooLate();
        } catch (ExecutionException e) {
            throw new EvaluationException(
                    Reason.UNAVAILABLE, "the store at " + http + " does not answer: " + e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw cancelled();
        } finally {
            // An answer that arrives just now would keep its connection.
            if (!isAnswered) {
                pending.cancel(true);
                pending.thenAccept(late -> closed(late.body()));
            }
        }
    }

    private static long atLeastZero(Duration time) {
        return Math.max(0, time.toMillis());
    }

    private static void closed(InputStream body) {
        try {
            body.close();
        } catch (IOException e) {
            // The reader fails anyway.
        }
    }

    private EvaluationException tooLate() {
        return new EvaluationException(
                Reason.TIMEOUT,
                "the store at " + http
                        + " did not answer within the time of the query; select fewer series or a shorter range");
    }

    private static EvaluationException cancelled() {
        return new EvaluationException(Reason.CANCELLED, "the query was cancelled");
    }
}
