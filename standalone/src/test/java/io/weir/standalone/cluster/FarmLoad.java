package io.weir.standalone.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

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
    private static final int HOT = 97;
    private static final int COLD = 12;
    /** More than any setting of these tests for how far ahead a line may be. */
    private static final Duration AHEAD = Duration.ofMinutes(10);

    private final Paced posting = new Paced("farm", PERIOD, () -> next(System.currentTimeMillis()));
    private final List<Long> stamps = new ArrayList<>();
    private final List<Long> acceptedMillis = new ArrayList<>();
    private final int hosts;
    private final RepeatedPost poster;
    private volatile int accepted;
    private final List<Integer> doubts = new ArrayList<>();

    FarmLoad(int port) {
        this(port, HOSTS);
    }

    /** Posts ten lines of each host a second. */
    FarmLoad(int port, int hosts) {
        this.poster = new RepeatedPost(port);
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

    /** When each body was accepted, in milliseconds, by number. Valid after the end. */
    List<Long> acceptedMillis() {
        return acceptedMillis;
    }

    /** The longest time from the timestamp of a body until it was accepted. Valid after the end. */
    long longestDelayMillis() {
        return IntStream.range(0, stamps.size())
                .mapToLong(body -> acceptedMillis.get(body) - stamps.get(body))
                .max()
                .orElse(0);
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
        posting.hold();
        posting.awaitHeld();
    }

    void goOn(int otherPort) {
        poster.to(otherPort);
        posting.goOn();
    }

    /**
     * Ends the load with a last line of each host whose timestamp is too far ahead for any window.
     * The time of the gateways closes the others.
     */
    void end() {
        posting.close();
        next(System.currentTimeMillis() + AHEAD.toMillis());
    }

    /** The field {@code value} of each line of a body. */
    static int value(int number) {
        return number / BODIES_PER_SWING % 2 == 1 ? HOT : COLD;
    }

    private void next(long nowMillis) {
        int number = stamps.size();
        // The store would overwrite lines with the same series and timestamp.
        long millis = number == 0 ? nowMillis : Math.max(nowMillis, stamps.get(number - 1) + 1);
        stamps.add(millis);
        doubts.add(poster.post(body(number, millis)));
        acceptedMillis.add(System.currentTimeMillis());
        accepted = number + 1;
    }

    private String body(int number, long millis) {
        StringBuilder body = new StringBuilder();
        for (int host = 0; host < hosts; host++) {
            body.append("cpu,hostname=h")
                    .append(host)
                    .append(" value=")
                    .append(value(number))
                    .append(",n=")
                    .append(number)
                    .append("i ")
                    .append(millis)
                    .append("000000\n");
        }
        return body.toString();
    }

    @Override
    public void close() {
        poster.giveUp();
        posting.close();
    }
}
