package io.weir.standalone.probe.out;

import io.weir.contract.http.HttpCalls;
import io.weir.contract.http.HttpCalls.Answer;
import io.weir.contract.http.HttpFailure;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Posts batches, compressed by gzip, to a URL. */
final class HttpReceiver implements Receiver {
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(3);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);
    private static final int LONGEST_ANSWER = 64 << 10;
    private static final int SHOWN = 200;
    private static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(5);

    /** The request is valid: the server accepts it later, or after an operator has corrected a setting. */
    private static final Set<Integer> LATER = Set.of(401, 403, 404, 408, 429, 500, 502, 503, 504);

    private final HttpCalls calls = new HttpCalls(CONNECT_WITHIN, ANSWER_WITHIN, LONGEST_ANSWER);
    private final URI url;
    private final String contentType;
    private final Optional<String> authorization;
    private final Function<Answer, Reply> success;

    /**
     * @param authorization the header's value
     * @param success reads from a successful answer whether the server refused a part nevertheless
     */
    HttpReceiver(URI url, String contentType, Optional<String> authorization, Function<Answer, Reply> success) {
        this.url = url;
        this.contentType = contentType;
        this.authorization = authorization;
        this.success = success;
    }

    @Override
    public Reply deliver(Batch batch) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .header("Content-Type", contentType)
                .header("Content-Encoding", "gzip")
                .POST(BodyPublishers.ofByteArray(
                        batch.body().array(), batch.body().position(), batch.bytes()));
        authorization.ifPresent(value -> request.header("Authorization", value));
        try {
            return reply(calls.send(request.build()));
        } catch (IOException e) {
            return Reply.away(reason(e));
        }
    }

    private Reply reply(Answer answer) {
        int status = answer.status();
        if (status >= 200 && status < 300) {
            return success.apply(answer);
        }
        String reason = reason(answer);
        return LATER.contains(status) ? Reply.away(reason, retryAfter(answer)) : Reply.refused(reason);
    }

    /** Seconds only: a date needs clocks that agree. */
    private static Duration retryAfter(Answer answer) {
        try {
            long seconds = answer.headers().firstValueAsLong("Retry-After").orElse(0);
            return Duration.ofSeconds(Math.max(0, Math.min(seconds, LONGEST_RETRY_AFTER.toSeconds())));
        } catch (NumberFormatException e) {
            return Duration.ZERO;
        }
    }

    private static String reason(Answer answer) {
        String text = answer.start().replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        String said = text.isEmpty() ? "" : " (" + text.substring(0, Math.min(text.length(), SHOWN)) + ")";
        return "it answers " + answer.status() + said
                + switch (answer.status()) {
                    case 401, 403 -> ": check the token";
                    case 301, 302, 303, 307, 308 ->
                        answer.headers()
                                .firstValue("Location")
                                .map(place -> ": it is at " + place.replaceFirst("[?#].*", ""))
                                .orElse("");
                    case 404, 405 -> ": check the path of the URL, and the database or bucket";
                    default -> "";
                };
    }

    private static String reason(IOException e) {
        if (e instanceof HttpConnectTimeoutException) {
            return "no connection within " + CONNECT_WITHIN.toSeconds() + " s: check the address and the firewall";
        }
        if (e instanceof HttpTimeoutException) {
            return "no answer within " + ANSWER_WITHIN.toSeconds() + " s";
        }
        return HttpFailure.reason(e);
    }

    /** The address without the query, which may have secrets. */
    @Override
    public String toString() {
        return url.getScheme() + "://" + url.getRawAuthority() + url.getRawPath();
    }
}
