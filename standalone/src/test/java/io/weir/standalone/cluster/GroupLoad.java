package io.weir.standalone.cluster;

import io.weir.standalone.cluster.GroupOracle.Sent;
import io.weir.standalone.cluster.RevisionOracle.Line;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Posts lines of several hosts in three racks to a gateway, five bodies a second, and repeats each
 * body until it is accepted. Every line has a timestamp, so that it counts once in rules that
 * replace repeats. Hosts of {@code feed} fall silent for seconds at random.
 */
final class GroupLoad implements AutoCloseable {

    private static final Duration PERIOD = Duration.ofMillis(200);
    private static final int HOSTS = 12;
    private static final int BODIES_PER_PAUSE = 15;
    private static final int VALUES = 1_000;
    private static final int BODIES_PER_LATE_LINE = 8;

    private final Paced posting = new Paced("groups", PERIOD, this::next);
    private final RepeatedPost poster;
    private final Random random;
    private final boolean[] isSilent = new boolean[HOSTS];
    private final List<Sent> nodes = new ArrayList<>();
    private final List<Sent> feeds = new ArrayList<>();
    private final List<Sent> sinks = new ArrayList<>();
    private final List<Line> tardy = new ArrayList<>();
    private long lastMillis;
    private long longestDelayMillis;
    private final AtomicInteger accepted = new AtomicInteger();

    GroupLoad(int port, Random random) {
        this.poster = new RepeatedPost(port);
        this.random = random;
        posting.start();
    }

    /** How many bodies were accepted. */
    int accepted() {
        return accepted.get();
    }

    /** The lines of {@code node}: nearly all hosts are in each body. Valid after the end. */
    List<Sent> nodes() {
        return nodes;
    }

    /** The lines of {@code feed}, with pauses. Valid after the end. */
    List<Sent> feeds() {
        return feeds;
    }

    /** The lines of {@code sink}. Valid after the end. */
    List<Sent> sinks() {
        return sinks;
    }

    /** The lines of {@code tardy}, some of which are late on purpose. Valid after the end. */
    List<Line> tardy() {
        return tardy;
    }

    /** The longest time from the timestamp of a body until it was accepted. Valid after the end. */
    long longestDelayMillis() {
        return longestDelayMillis;
    }

    private void next() {
        lastMillis = Math.max(System.currentTimeMillis(), lastMillis + 1);
        StringBuilder body = new StringBuilder();
        List<Sent> inTime = new ArrayList<>();
        List<Sent> late = new ArrayList<>();
        for (int host = 0; host < HOSTS; host++) {
            if (random.nextInt(10) > 0) {
                send("node", host, lastMillis, nodes, body);
            }
            isSilent[host] ^= random.nextInt(BODIES_PER_PAUSE) == 0;
            if (!isSilent[host]) {
                send("feed", host, lastMillis, feeds, body);
            }
            if (random.nextInt(HOSTS) == 0) {
                send("sink", host, lastMillis, sinks, body);
            }
            send("tardy", host, lastMillis, inTime, body);
            if (random.nextInt(BODIES_PER_LATE_LINE) == 0) {
                send("tardy", host, lastMillis - RevisionOracle.LATE_MILLIS, late, body);
            }
        }
        poster.post(body.toString());
        long nowMillis = System.currentTimeMillis();
        longestDelayMillis = Math.max(longestDelayMillis, nowMillis - lastMillis);
        inTime.forEach(each -> tardy.add(new Line(each, false, nowMillis)));
        late.forEach(each -> tardy.add(new Line(each, true, nowMillis)));
        accepted.incrementAndGet();
    }

    /** Timestamps of late lines have half a millisecond, so that they repeat no other. */
    private void send(String measurement, int host, long millis, List<Sent> sent, StringBuilder body) {
        long value = random.nextInt(VALUES);
        String fraction = millis == lastMillis ? "000000" : "500000";
        sent.add(new Sent("h" + host, rack(host), millis, value));
        body.append(
                "%s,host=h%d,rack=%s n=%di %d%s\n".formatted(measurement, host, rack(host), value, millis, fraction));
    }

    /** One rack has a single host: its group often becomes empty. */
    private static String rack(int host) {
        return host == 0 ? "r0" : "r" + (1 + host % 2);
    }

    /** Returns when every line is accepted. The time of the gateways closes the windows. */
    void end() {
        posting.close();
    }

    @Override
    public void close() {
        poster.giveUp();
        posting.close();
    }
}
