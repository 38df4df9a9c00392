package io.weir.standalone.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.topic.BatchHeaders;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Posts bodies of lines to a gateway from several senders at once, each body only once, whatever the answer is; and whether a topic has
 * what was acknowledged, once, and nothing that was not posted.
 */
final class PostedLines implements AutoCloseable {

    private static final int SENDERS = 4;
    private static final int LINES_PER_BODY = 10;
    /** A body in each period of a sender, if it is answered as fast. */
    private static final Duration PERIOD = Duration.ofMillis(10);

    private static final int NO_CONTENT = 204;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final URI door;
    private final List<Paced> senders = new ArrayList<>();
    private final long startMillis = System.currentTimeMillis();
    private final AtomicInteger posted = new AtomicInteger();
    private final Map<Integer, Long> acknowledged = new ConcurrentHashMap<>();

    PostedLines(int port) {
        door = URI.create("http://127.0.0.1:" + port + "/write");
        for (int sender = 0; sender < SENDERS; sender++) {
            senders.add(new Paced("sender-" + sender, PERIOD, this::post));
        }
        senders.forEach(Paced::start);
    }

    /** How many bodies were acknowledged. */
    int acknowledged() {
        return acknowledged.size();
    }

    /** The numbers of bodies that were acknowledged before a moment of {@link System#nanoTime}. */
    Set<Integer> acknowledgedBefore(long nanos) {
        Set<Integer> before = new HashSet<>();
        acknowledged.forEach((number, atNanos) -> {
            if (atNanos - nanos < 0) {
                before.add(number);
            }
        });
        return before;
    }

    private void post() {
        int number = posted.getAndIncrement();
        String body = String.join(
                "\n",
                IntStream.range(0, LINES_PER_BODY)
                        .mapToObj(host -> line(number, host))
                        .toList());
        HttpRequest write = HttpRequest.newBuilder(door)
                .timeout(Duration.ofSeconds(60))
                .POST(BodyPublishers.ofString(body, UTF_8))
                .build();
        try {
            int status =
                    http.send(write, HttpResponse.BodyHandlers.discarding()).statusCode();
            if (status == NO_CONTENT) {
                acknowledged.put(number, System.nanoTime());
            }
        } catch (IOException e) {
            // Nobody is there, or was killed meanwhile: it may have been taken.
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private String line(int number, int host) {
        return "power,host=h" + host + " n=" + number + "i " + (startMillis + number) + "000000";
    }

    /** Returns once nothing more is posted, and everything is answered. */
    @Override
    public void close() {
        senders.forEach(Paced::close);
    }

    /** Whether every line of these bodies is among what was sent to a topic. */
    boolean areIn(List<ConsumerRecord<byte[], byte[]>> records, Set<Integer> bodies) {
        Set<String> lines = new HashSet<>(lines(records));
        return bodies.stream().allMatch(number -> IntStream.range(0, LINES_PER_BODY)
                .allMatch(host -> lines.contains(line(number, host))));
    }

    /** To be called once it is closed: these bodies are there, no line is there twice, and none that was not posted. */
    void check(List<ConsumerRecord<byte[], byte[]>> records, Set<Integer> bodies) {
        List<String> lines = lines(records);
        assertThat(lines).doesNotHaveDuplicates();
        Set<String> mine = new HashSet<>();
        for (int number = 0; number < posted.get(); number++) {
            for (int host = 0; host < LINES_PER_BODY; host++) {
                mine.add(line(number, host));
            }
        }
        assertThat(mine).as("what was posted").containsAll(lines);
        Set<String> there = new HashSet<>(lines);
        assertThat(bodies).as("bodies of which a line is lost").allMatch(number -> IntStream.range(0, LINES_PER_BODY)
                .allMatch(host -> there.contains(line(number, host))));
    }

    /** Of each batch once, as processing drops those that it has. */
    private static List<String> lines(List<ConsumerRecord<byte[], byte[]>> records) {
        Set<String> batches = new HashSet<>();
        List<String> lines = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            String batch = record.partition() + "/" + BatchHeaders.epoch(record.headers()) + "/"
                    + BatchHeaders.number(record.headers());
            if (!BatchHeaders.isEmpty(record.value()) && batches.add(batch)) {
                new String(record.value(), UTF_8).lines().forEach(lines::add);
            }
        }
        return lines;
    }
}
