package io.weir.standalone.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Posts bodies of lines to a gateway, each until it is accepted or {@link #giveUp} is called. */
final class RepeatedPost {

    private static final Duration PERIOD = Duration.ofMillis(100);
    /** Longer than any pause of a busy machine: without an answer, a body may count twice. */
    private static final Duration ANSWER_WITHIN = Duration.ofMinutes(1);

    private static final int NO_CONTENT = 204;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private volatile int port;
    private volatile boolean isGivenUp;

    private enum Answer {
        ACCEPTED,
        NONE,
        NOBODY_THERE
    }

    RepeatedPost(int port) {
        this.port = port;
    }

    /** Uses another gateway from the next attempt on. */
    void to(int otherPort) {
        port = otherPort;
    }

    /** Repeats no body any more: a test that has failed may have no gateway that accepts it. */
    void giveUp() {
        isGivenUp = true;
    }

    /**
     * Posts until the body is accepted, or {@link #giveUp} is called; returns how often it may have been
     * accepted before.
     */
    int post(String body) {
        byte[] bytes = body.getBytes(UTF_8);
        int doubts = 0;
        for (Answer answer = ask(bytes); answer != Answer.ACCEPTED && !isGivenUp; answer = ask(bytes)) {
            doubts += answer == Answer.NONE ? 1 : 0;
            LockSupport.parkNanos(PERIOD.toNanos());
        }
        return doubts;
    }

    private Answer ask(byte[] body) {
        HttpRequest write = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/write"))
                .timeout(ANSWER_WITHIN)
                .POST(BodyPublishers.ofByteArray(body))
                .build();
        try {
            int status =
                    http.send(write, HttpResponse.BodyHandlers.discarding()).statusCode();
            return status == NO_CONTENT ? Answer.ACCEPTED : Answer.NONE;
        } catch (ConnectException e) {
            return Answer.NOBODY_THERE;
        } catch (IOException e) {
            return Answer.NONE;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
