package io.weir.query.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.query.series.Deadline;
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
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
    private final Map<String, String> headers;
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
        this(http, authorization.map(value -> Map.of("Authorization", value)).orElse(Map.of()), errors);
    }

    /**
     * The same with other headers.
     *
     * @param headers of each request, by name
     */
    public StoreCalls(String http, Map<String, String> headers, StoreErrors errors) {
        this.http = http;
        this.headers = headers;
        this.errors = errors;
        // HTTP/2 without TLS starts with an upgrade request that some servers do not support.
        client = HttpClient.newBuilder()
                .version(Version.HTTP_1_1)
                .followRedirects(Redirect.NEVER)
                .connectTimeout(CONNECT_WITHIN)
                .build();
    }

    /**
     * Sends a GET and reads the answer. An interrupt of the thread ends the request, also while the answer arrives.
     *
     * @param within time limit from the start of the request to the end of its answer
     */
    public void get(String path, Map<String, String> parameters, Duration within, Reader reader) {
        run(HttpRequest.newBuilder(URI.create(http + path + "?" + form(parameters))), within, reader);
    }

    /** The same by POST, with the parameters as a form: they may be long. */
    public void post(String path, Map<String, String> parameters, Duration within, Reader reader) {
        run(
                HttpRequest.newBuilder(URI.create(http + path))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(form(parameters))),
                within,
                reader);
    }

    /**
     * The same by POST, with a body of JSON.
     *
     * @param path with its parameters, encoded
     */
    public void postJson(String path, String json, Duration within, Reader reader) {
        run(
                HttpRequest.newBuilder(URI.create(http + path))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(json)),
                within,
                reader);
    }

    private static String form(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(each -> URLEncoder.encode(each.getKey(), UTF_8) + "=" + URLEncoder.encode(each.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
    }

    private void run(HttpRequest.Builder request, Duration within, Reader reader) {
        headers.forEach(request::header);
        HttpResponse<InputStream> response = answer(request.build(), new Deadline(within));
        try (InputStream body = response.body()) {
            read(response.statusCode(), body, reader);
        } catch (IOException e) {
            throw new EvaluationException(
                    Reason.UNAVAILABLE, "the answer of the store at " + http + " is incomplete or unreadable: " + e);
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
        return refusal(OK, why);
    }

    /** The same with the status that the answer has inside. */
    public EvaluationException refusal(int status, String why) {
        return new EvaluationException(
                errors.reason(status, why), "the store at " + http + " refuses the query: " + why);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The last stage throws nothing.
    private HttpResponse<InputStream> answer(HttpRequest request, Deadline deadline) {
        CompletableFuture<HttpResponse<InputStream>> pending =
                client.sendAsync(request, head -> new AnswerBody(http, deadline));
        boolean isAnswered = false;
        try {
            HttpResponse<InputStream> response =
                    pending.get(Math.max(0, deadline.left().toMillis()), TimeUnit.MILLISECONDS);
            isAnswered = true;
            return response;
        } catch (TimeoutException e) {
            throw AnswerBody.tooLate(http);
        } catch (ExecutionException e) {
            throw new EvaluationException(
                    Reason.UNAVAILABLE, "the store at " + http + " does not answer: " + e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw AnswerBody.cancelled();
        } finally {
            // An answer that arrives just now would keep its connection.
            if (!isAnswered) {
                pending.cancel(true);
                pending.thenAccept(late -> closed(late.body()));
            }
        }
    }

    private static void closed(InputStream body) {
        try {
            body.close();
        } catch (IOException e) {
            // The body is not needed.
        }
    }
}
