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
 * Several senders post bodies of lines to a gateway concurrently, each body once whatever the
 * answer. Checks that a topic contains the acknowledged lines once, and no line that was not
 * posted.
 */
final class PostedLines implements AutoCloseable {

    private static final int SENDERS = 4;
    private static final int LINES_PER_BODY = 10;
    /** A sender posts a body in each period if the answers are fast enough. */
    private static final Duration PERIOD = Duration.ofMillis(10);

    private static final int NO_CONTENT = 204;
    private static final int SERVICE_UNAVAILABLE = 503;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final URI input;
    private final List<Paced> senders = new ArrayList<>();
    private final long startMillis = System.currentTimeMillis();
    private final AtomicInteger posted = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final Map<Integer, Acknowledged> acknowledged = new ConcurrentHashMap<>();

    /** When a body was posted, and when that was answered, by {@link System#nanoTime}. */
    private record Acknowledged(long postedNanos, long answeredNanos) {}

    /** Something that happened between two moments of {@link System#nanoTime}. */
    interface Between {
        boolean is(long fromNanos, long untilNanos);
    }

    PostedLines(int port) {
        input = URI.create("http://127.0.0.1:" + port + "/write");
        for (int sender = 0; sender < SENDERS; sender++) {
            senders.add(new Paced("sender-" + sender, PERIOD, this::post));
        }
        senders.forEach(Paced::start);
    }

    /** How many bodies were acknowledged. */
    int acknowledged() {
        return acknowledged.size();
    }

    /** The numbers of bodies that were acknowledged before a time of {@link System#nanoTime}. */
    Set<Integer> acknowledgedBefore(long nanos) {
        Set<Integer> before = new HashSet<>();
        acknowledged.forEach((number, each) -> {
            if (each.answeredNanos - nanos < 0) {
                before.add(number);
            }
        });
        return before;
    }

    /** The numbers of bodies that were posted before a time of {@link System#nanoTime}, and acknowledged. */
    Set<Integer> postedBefore(long nanos) {
        Set<Integer> before = new HashSet<>();
        acknowledged.forEach((number, each) -> {
            if (each.postedNanos - nanos < 0) {
                before.add(number);
            }
        });
        return before;
    }

    /** The numbers of bodies that were posted and acknowledged between two moments, without what must happen between. */
    Set<Integer> acknowledgedWithout(Between what, long fromNanos, long untilNanos) {
        Set<Integer> without = new HashSet<>();
        acknowledged.forEach((number, each) -> {
            boolean isBetween = each.postedNanos - fromNanos >= 0 && each.answeredNanos - untilNanos <= 0;
            if (isBetween && !what.is(each.postedNanos, each.answeredNanos)) {
                without.add(number);
            }
        });
        return without;
    }

    /** How many bodies were refused for want of room (503). */
    int refused() {
        return refused.get();
    }

    private void post() {
        int number = posted.getAndIncrement();
        String body = String.join(
                "\n",
                IntStream.range(0, LINES_PER_BODY)
                        .mapToObj(host -> line(number, host))
                        .toList());
        HttpRequest write = HttpRequest.newBuilder(input)
                .timeout(Duration.ofSeconds(60))
                .POST(BodyPublishers.ofString(body, UTF_8))
                .build();
        long postedNanos = System.nanoTime();
        try {
            int status =
                    http.send(write, HttpResponse.BodyHandlers.discarding()).statusCode();
            if (status == NO_CONTENT) {
                acknowledged.put(number, new Acknowledged(postedNanos, System.nanoTime()));
            } else if (status == SERVICE_UNAVAILABLE) {
                refused.incrementAndGet();
            }
        } catch (IOException e) {
            // The gateway does not run, or was killed meanwhile: it may have accepted the body.
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private String line(int number, int host) {
        return "power,host=h" + host + " n=" + number + "i " + (startMillis + number) + "000000";
    }

    /** Returns when all posts are answered and no sender runs. */
    void end() {
        senders.forEach(Paced::close);
    }

    @Override
    public void close() {
        end();
    }

    /** Whether the records contain every line of these bodies. */
    boolean areIn(List<ConsumerRecord<byte[], byte[]>> records, Set<Integer> bodies) {
        Set<String> lines = new HashSet<>(lines(records));
        return bodies.stream().allMatch(number -> IntStream.range(0, LINES_PER_BODY)
                .allMatch(host -> lines.contains(line(number, host))));
    }

    /**
     * Call it after {@link #close}: these bodies are present, no line occurs twice, and every line
     * was posted.
     */
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

    /** The lines of each batch once: processing drops repeated batches. */
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
