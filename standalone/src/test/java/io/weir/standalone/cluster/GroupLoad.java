package io.weir.standalone.cluster;

import io.weir.standalone.cluster.GroupOracle.Sent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

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

    private final Paced posting = new Paced("groups", PERIOD, this::next);
    private final RepeatedPost poster;
    private final Random random;
    private final boolean[] isSilent = new boolean[HOSTS];
    private final List<Sent> nodes = new ArrayList<>();
    private final List<Sent> feeds = new ArrayList<>();
    private final List<Sent> sinks = new ArrayList<>();
    private long lastMillis;
    private volatile int accepted;

    GroupLoad(int port, Random random) {
        this.poster = new RepeatedPost(port);
        this.random = random;
        posting.start();
    }

    /** How many bodies were accepted. */
    int accepted() {
        return accepted;
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

    private void next() {
        lastMillis = Math.max(System.currentTimeMillis(), lastMillis + 1);
        StringBuilder body = new StringBuilder();
        for (int host = 0; host < HOSTS; host++) {
            if (random.nextInt(10) > 0) {
                send("node", host, nodes, body);
            }
            isSilent[host] ^= random.nextInt(BODIES_PER_PAUSE) == 0;
            if (!isSilent[host]) {
                send("feed", host, feeds, body);
            }
            if (random.nextInt(HOSTS) == 0) {
                send("sink", host, sinks, body);
            }
        }
        poster.post(body.toString());
        accepted++;
    }

    private void send(String measurement, int host, List<Sent> sent, StringBuilder body) {
        long value = random.nextInt(VALUES);
        sent.add(new Sent("h" + host, rack(host), lastMillis, value));
        body.append("%s,host=h%d,rack=%s n=%di %d000000\n".formatted(measurement, host, rack(host), value, lastMillis));
    }

    /** One rack has a single host: its group often becomes empty. */
    private static String rack(int host) {
        return host == 0 ? "r0" : "r" + (1 + host % 2);
    }

    /** Returns when every line is accepted. The time of the gateways closes the windows. */
    @Override
    public void close() {
        posting.close();
    }
}
