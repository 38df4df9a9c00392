package io.weir.standalone.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.standalone.Eventually;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Posts lines of several hosts to a gateway, ten bodies a second, and repeats each body until it is
 * accepted. Each line has the number of its body in its field {@code n}; {@code value} raises and
 * clears the alarms of all hosts in turn.
 */
final class FarmLoad implements AutoCloseable {

    /** The default number of hosts. */
    static final int HOSTS = 200;

    private static final Duration PERIOD = Duration.ofMillis(100);
    private static final int BODIES_PER_SWING = 20;
    private static final int NO_CONTENT = 204;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final Paced posting = new Paced("farm", PERIOD, this::nextUnlessHeld);
    private final List<Long> stamps = new ArrayList<>();
    private final int hosts;
    private volatile int port;
    private volatile int accepted;
    private final List<Integer> doubts = new ArrayList<>();
    private volatile boolean isHeld;
    private volatile boolean holds;

    FarmLoad(int port) {
        this(port, HOSTS);
    }

    /** Posts ten lines of each host a second. */
    FarmLoad(int port, int hosts) {
        this.port = port;
        this.hosts = hosts;
        posting.start();
    }

    int hosts() {
        return hosts;
    }

    /** How many bodies were accepted; their numbers count from 0. */
    int accepted() {
        return accepted;
    }

    /**
     * How often each body was posted without a conclusive answer, by number. Valid after the end.
     */
    List<Integer> doubts() {
        return doubts;
    }

    /** The timestamps of the bodies in milliseconds, by number. Valid after the end. */
    List<Long> stamps() {
        return stamps;
    }

    /**
     * How often the accepted bodies raised or cleared the alarm of each host. Valid after the end:
     * the last body is too far ahead for alarms.
     */
    int swings() {
        return (accepted - 2) / BODIES_PER_SWING;
    }

    /** Returns when no request is in flight, and posts nothing more until {@link #goOn}. */
    void hold() {
        isHeld = true;
        Eventually.eventually("the farm holds", () -> holds);
    }

    void goOn(int otherPort) {
        port = otherPort;
        isHeld = false;
    }

    /**
     * Ends the load with a last line of each host whose timestamp is too far ahead for any window.
     * The time of the gateways closes the others.
     */
    void end() {
        close();
        next(System.currentTimeMillis() + 60_000);
    }

    private void nextUnlessHeld() {
        holds = isHeld;
        if (!isHeld) {
            next(System.currentTimeMillis());
        }
    }

    private void next(long nowMillis) {
        int number = stamps.size();
        // The store would overwrite lines with the same series and timestamp.
        long millis = number == 0 ? nowMillis : Math.max(nowMillis, stamps.get(number - 1) + 1);
        stamps.add(millis);
        doubts.add(post(body(number, millis)));
        accepted = number + 1;
    }

    private String body(int number, long millis) {
        StringBuilder body = new StringBuilder();
        boolean isHot = number / BODIES_PER_SWING % 2 == 1;
        for (int host = 0; host < hosts; host++) {
            body.append("cpu,hostname=h")
                    .append(host)
                    .append(isHot ? " value=97,n=" : " value=12,n=")
                    .append(number)
                    .append("i ")
                    .append(millis)
                    .append("000000\n");
        }
        return body.toString();
    }

    /** Posts until the body is accepted; returns how often it may have been accepted before. */
    private int post(String body) {
        byte[] bytes = body.getBytes(UTF_8);
        int doubts = 0;
        for (Answer answer = ask(bytes); answer != Answer.ACCEPTED; answer = ask(bytes)) {
            doubts += answer == Answer.NONE ? 1 : 0;
            LockSupport.parkNanos(PERIOD.toNanos());
        }
        return doubts;
    }

    private enum Answer {
        ACCEPTED,
        NONE,
        NOBODY_THERE
    }

    private Answer ask(byte[] body) {
        HttpRequest write = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/write"))
                .timeout(Duration.ofSeconds(10))
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

    @Override
    public void close() {
        posting.close();
    }
}
