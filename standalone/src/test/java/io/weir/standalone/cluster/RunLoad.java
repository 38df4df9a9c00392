package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.standalone.TestTopics;
import io.weir.standalone.cluster.RunOracle.Line;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Changes the number of the run, and posts lines of several hosts to a gateway between the changes.
 * A line counts in the run in which it arrives, so no line is sent during a change.
 */
final class RunLoad implements AutoCloseable {

    /** The name in {@code control.state}. */
    static final String NAME = "run";

    static final List<String> HOSTS =
            IntStream.range(0, 8).mapToObj(host -> "h" + host).toList();

    private static final Duration PERIOD = Duration.ofMillis(200);
    private static final Duration WITHIN = Duration.ofMinutes(3);
    private static final int VALUES = 1_000;

    private final Paced posting = new Paced("runs", PERIOD, this::postValues);
    private final RepeatedPost poster;
    private final RunAccount account;
    private final TestTopics topics;
    private final Random random;
    private final List<Line> lines = new ArrayList<>();
    private long lastMillis;
    private int run;

    /** Begins the first run. */
    RunLoad(int port, RunAccount account, Random random) {
        this.poster = new RepeatedPost(port);
        this.account = account;
        this.topics = new TestTopics(account.bootstrap());
        this.random = random;
        posting.hold();
        posting.start();
        change();
        goOn();
    }

    /** The accepted lines with values. Valid after the end. */
    List<Line> lines() {
        return lines;
    }

    /** Ends the run when all its lines are stored, and begins another one. Posts nothing until {@link #goOn}. */
    void change() {
        holdAndDrain();
        set(Integer.toString(++run));
    }

    /** Returns when the change has arrived for every host: their lines have its number. */
    void goOn() {
        eventually("run " + run + " has begun everywhere", WITHIN, () -> {
            post(false);
            return account.hostsIn(run) == HOSTS.size();
        });
        posting.goOn();
    }

    /** Ends the last run. */
    void end() {
        holdAndDrain();
        set("");
    }

    private void holdAndDrain() {
        posting.hold();
        posting.awaitHeld();
        eventually("the lines of run " + run + " are stored", WITHIN, () -> account.stored() == lines.size());
    }

    private void set(String value) {
        topics.send(new ProducerRecord<>(Farm.TOPICS.farmState(), 0, NAME.getBytes(UTF_8), value.getBytes(UTF_8)));
    }

    private void postValues() {
        post(true);
    }

    /** Posts a line of each host: zeros change neither its sum nor its maximum. */
    private void post(boolean hasValues) {
        lastMillis = Math.max(System.currentTimeMillis(), lastMillis + 1);
        StringBuilder body = new StringBuilder();
        List<Integer> values = new ArrayList<>();
        for (String host : HOSTS) {
            int value = hasValues ? 1 + random.nextInt(VALUES) : 0;
            values.add(value);
            body.append("shift,host=%s n=%di %d000000\n".formatted(host, value, lastMillis));
        }
        int doubts = poster.post(body.toString());
        for (int host = 0; hasValues && host < HOSTS.size(); host++) {
            lines.add(new Line(Integer.toString(run), HOSTS.get(host), values.get(host), doubts));
        }
    }

    @Override
    public void close() {
        poster.giveUp();
        posting.goOn();
        posting.close();
        topics.close();
    }
}
