package io.weir.writer.tier;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.contract.http.HttpCalls;
import io.weir.contract.http.HttpFailure;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpTimeoutException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.Set;

/** Requests to a store's HTTP interface about tiers, never about single metrics. */
final class StoreRequests {
    static final ObjectMapper JSON = new ObjectMapper();

    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);
    /** Computing a day of a large measurement may take minutes. */
    private static final Duration ANSWER_WITHIN = Duration.ofMinutes(5);

    private static final int REQUEST_TIMEOUT = 408;
    /** Of a server or proxy that waited in vain: bad gateway, gateway timeout. */
    private static final Set<Integer> TOO_LONG = Set.of(REQUEST_TIMEOUT, 502, 504);

    private static final int LONGEST_MESSAGE = 500;

    private final HttpCalls calls = new HttpCalls(CONNECT_WITHIN, ANSWER_WITHIN);
    private final String address;
    private final Optional<String> authorization;

    /**
     * Does not connect yet.
     *
     * @param address such as {@code http://127.0.0.1:8086}
     * @param authorization the value of the Authorization header
     */
    StoreRequests(String address, Optional<String> authorization) {
        this.address = address;
        this.authorization = authorization;
    }

    /** @param atMillis the server's time, to the second */
    record Dated(String body, long atMillis) {}

    /** The content of a path, and the server's time. */
    Dated dated(String path) throws IOException {
        HttpCalls.Answer answer = get("GET", path, "text/plain", "");
        try {
            String date = answer.headers().firstValue("Date").orElse("");
            return new Dated(
                    answer.body(),
                    Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date))
                            .toEpochMilli());
        } catch (DateTimeException e) {
            throw new IOException(address + " does not report its time", e);
        }
    }

    /** The body of a successful answer. */
    String send(String method, String path, String type, String body) throws IOException {
        return get(method, path, type, body).body();
    }

    private HttpCalls.Answer get(String method, String path, String type, String body) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path))
                .header("Content-Type", type)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        authorization.ifPresent(value -> request.header("Authorization", value));
        HttpCalls.Answer answer = answer(request.build());
        if (answer.status() >= 300) {
            throw new RefusedException(
                    answer.status(),
                    "HTTP " + answer.status() + ": " + messageOf(answer.start()),
                    TOO_LONG.contains(answer.status()));
        }
        return answer;
    }

    /** The body of a successful answer as JSON, or a missing node. */
    JsonNode json(String method, String path, String type, String body) throws IOException {
        try {
            return JSON.readTree(send(method, path, type, body));
        } catch (JsonProcessingException e) {
            throw new IOException("the server at " + address + " is no InfluxDB of this version: correct the URL", e);
        }
    }

    /** A request that the server rejects or does not answer in time, in contrast to an unavailable server. */
    static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1L;

        private final int status;
        private final boolean isTooLarge;

        RefusedException(int status, String message) {
            this(status, message, false);
        }

        RefusedException(int status, String message, boolean isTooLarge) {
            super(message);
            this.status = status;
            this.isTooLarge = isTooLarge;
        }

        int status() {
            return status;
        }

        /**
         * Whether the statement is the cause, not permissions, missing objects, or the state of the
         * server.
         */
        boolean isStatement() {
            return status < 300 || status == 400 || status == 422;
        }

        /** Whether an operator has to grant a right, or correct the user. */
        boolean isForbidden() {
            return status == 401 || status == 403;
        }

        /** Whether the same statement for fewer windows may succeed. */
        boolean isTooLarge() {
            return isTooLarge;
        }
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    private HttpCalls.Answer answer(HttpRequest request) throws IOException {
        try {
            return calls.send(request);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (HttpConnectTimeoutException e) {
            throw noAnswer(e);
        } catch (HttpTimeoutException e) {
            throw new RefusedException(REQUEST_TIMEOUT, address + " does not answer: " + HttpFailure.reason(e), true);
        } catch (IOException e) {
            throw noAnswer(e);
        }
    }

    private IOException noAnswer(IOException e) {
        return new IOException(address + " does not answer: " + HttpFailure.reason(e), e);
    }

    private static String messageOf(String body) {
        String message = body;
        try {
            JsonNode answer = JSON.readTree(body);
            message = answer.path("error").asText(answer.path("message").asText(body));
        } catch (JsonProcessingException e) {
            // Shows the text unmodified.
        }
        return message.length() > LONGEST_MESSAGE ? message.substring(0, LONGEST_MESSAGE) + "…" : message;
    }
}
