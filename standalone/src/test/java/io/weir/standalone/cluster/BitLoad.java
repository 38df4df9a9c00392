package io.weir.standalone.cluster;

import io.weir.standalone.cluster.BitOracle.Bits;
import io.weir.standalone.cluster.GroupOracle.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Sends values of the processes of several hosts, five bodies a second. The values of a host and
 * second are different powers of two in random order, so that each sum shows its values.
 */
final class BitLoad implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofMillis(200);
    private static final int HOSTS = 4;
    private static final int MOST_PROCESSES = 8;
    /** Doubles add these powers exactly. */
    private static final int BITS = 53;

    private final Paced sending;
    private final Way way;
    private final Random random;
    private final List<Bits> sent = new ArrayList<>();
    private final Map<Window, List<Long>> unused = new HashMap<>();
    private long lastMillis;
    private final AtomicInteger received = new AtomicInteger();

    /** How lines get to a gateway. */
    interface Way {
        /** The names of its hosts begin with it. */
        String name();

        /** Whether a body can be sent; if not, the load skips its values. */
        boolean isOpen();

        /**
         * Sends a body; returns when the gateway has received it, in milliseconds. Empty if the
         * sender cannot know whether it has.
         */
        OptionalLong send(String body, int lines);

        /** Repeats no body any more. */
        default void giveUp() {}
    }

    BitLoad(Way way, Random random) {
        this.way = way;
        this.random = random;
        sending = new Paced(way.name(), PERIOD, this::next);
        sending.start();
    }

    /** How many bodies a gateway has certainly received. */
    int received() {
        return received.get();
    }

    /** All values that may have been received. Valid after the end. */
    List<Bits> sent() {
        return sent;
    }

    private void next() {
        if (!way.isOpen()) {
            return;
        }
        lastMillis = Math.max(System.currentTimeMillis(), lastMillis + 1);
        StringBuilder body = new StringBuilder();
        Map<Window, Long> bits = new HashMap<>();
        int lines = 0;
        for (int host = 0; host < HOSTS; host++) {
            Window window = Window.of(way.name() + host, lastMillis);
            List<Long> left = unused.computeIfAbsent(window, unseen -> powers());
            for (int process = random.nextInt(MOST_PROCESSES + 1); process > 0 && !left.isEmpty(); process--) {
                long value = left.remove(left.size() - 1);
                bits.merge(window, value, Long::sum);
                body.append("job,host=%s,process=p%d v=%d %d000000\n"
                        .formatted(window.group(), process, value, lastMillis));
                lines++;
            }
        }
        OptionalLong receivedMillis = lines == 0 ? OptionalLong.empty() : way.send(body.toString(), lines);
        bits.forEach((window, values) -> sent.add(new Bits(window, values, receivedMillis)));
        if (receivedMillis.isPresent()) {
            received.incrementAndGet();
        }
    }

    private List<Long> powers() {
        List<Long> powers =
                IntStream.range(0, BITS).mapToObj(bit -> 1L << bit).collect(Collectors.toCollection(ArrayList::new));
        Collections.shuffle(powers, random);
        return powers;
    }

    /** Returns after the last body. */
    void end() {
        sending.close();
    }

    @Override
    public void close() {
        way.giveUp();
        sending.close();
    }
}
