package io.weir.notify.post;

import io.weir.contract.http.HttpCalls;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;

/** Sends POST requests to one address, with a time limit for each answer. Used by one thread. */
final class Poster {
    /** Time limit of a connection attempt: a machine that is down does not refuse it. */
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);

    /** Maximum length of an answer: proxies may answer with a whole page. */
    private static final int ANSWER_BYTES = 4096;

    private final HttpRequest.Builder request;
    private final Duration timeout;
    private final HttpCalls calls;

    /**
     * Creates the client without connecting.
     *
     * @param timeout from the start of a request to the end of the part of the answer that is read
     */
    Poster(URI address, Map<String, String> headers, Duration timeout) {
        this.timeout = timeout;
        request = HttpRequest.newBuilder(address);
        headers.forEach(request::setHeader);
        Duration connectWithin = timeout.compareTo(CONNECT_WITHIN) < 0 ? timeout : CONNECT_WITHIN;
        calls = new HttpCalls(connectWithin, timeout, ANSWER_BYTES);
    }

    /** @throws InterruptedException if interrupted; the receiver may have received the body */
    Answer post(byte[] body) throws InterruptedException {
        try {
            HttpCalls.Answer answer =
                    calls.send(request.POST(BodyPublishers.ofByteArray(body)).build());
            String retryAfter = answer.headers().firstValue("Retry-After").orElse("");
            return Answer.of(answer.status(), answer.start(), retryAfter);
        } catch (HttpConnectTimeoutException e) {
            return Answer.none(Outcome.UNREACHABLE, text(e));
        } catch (HttpTimeoutException e) {
            return Answer.none(Outcome.TIMED_OUT, "no answer within " + timeout.toMillis() + " ms");
        } catch (IOException e) {
            return Answer.none(Outcome.UNREACHABLE, text(e));
        }
    }

    private static String text(IOException failure) {
        String message = failure.getMessage();
        if (message != null && !message.isBlank()) {
            return message;
        }
        return failure instanceof ConnectException
                ? "no connection"
                : failure.getClass().getSimpleName();
    }
}
