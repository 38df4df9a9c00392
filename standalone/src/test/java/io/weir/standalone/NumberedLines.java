package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.LineReader;
import io.weir.contract.topic.BatchHeaders;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Sends numbered lines of many series from one socket, and checks that a topic contains them all,
 * in order, with correct ticks.
 */
public final class NumberedLines {
    private static final int SERIES = 500;
    private static final int PER_DATAGRAM = 20;
    private static final int UNANSWERED = 50;

    private final int port;
    private final LongSupplier datagramsReceived;
    private int sent;
    private long longestWaitNanos;

    /**
     * @param port of this machine
     * @param datagramsReceived limits the datagrams in flight, so that the kernel drops none
     */
    public NumberedLines(int port, LongSupplier datagramsReceived) {
        this.port = port;
        this.datagramsReceived = datagramsReceived;
    }

    /** How many lines were sent. */
    public int sent() {
        return sent;
    }

    /** The longest time that the receiver needed for the datagrams sent. */
    public long longestWaitNanos() {
        return longestWaitNanos;
    }

    /** Continues the numbering with another gateway, which has received nothing yet. */
    public NumberedLines continuedAt(int otherPort, LongSupplier received) {
        NumberedLines next = new NumberedLines(otherPort, received);
        next.sent = sent;
        return next;
    }

    /**
     * Sends for this long, at most a datagram in a millisecond; on a busy machine for longer, until half of
     * these are sent.
     */
    public void send(long nanos) throws IOException {
        long receivedBefore = datagramsReceived.getAsLong();
        long beganNanos = System.nanoTime();
        long least = TimeUnit.NANOSECONDS.toMillis(nanos) / 2;
        try (DatagramSocket socket = new DatagramSocket()) {
            for (int i = 0; i < least || System.nanoTime() - beganNanos < nanos; i++) {
                byte[] bytes = datagram().getBytes(UTF_8);
                socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), port));
                int dueMillis = i;
                long atLeast = receivedBefore + i - UNANSWERED;
                long waitsNanos = System.nanoTime();
                if (i % 10 == 0) {
                    Eventually.eventually(
                            "the gateway receives",
                            () -> datagramsReceived.getAsLong() >= atLeast
                                    && System.nanoTime() - beganNanos >= dueMillis * 1_000_000L);
                    longestWaitNanos = Math.max(longestWaitNanos, System.nanoTime() - waitsNanos);
                }
            }
        }
    }

    private String datagram() {
        StringBuilder datagram = new StringBuilder();
        for (int i = 0; i < PER_DATAGRAM; i++) {
            datagram.append("cpu,host=h")
                    .append(sent % SERIES)
                    .append(" value=")
                    .append(sent)
                    .append("i\n");
            sent++;
        }
        return datagram.toString();
    }

    /** The number of lines in the records, those of repeated batches counted once. */
    public static int count(List<ConsumerRecord<byte[], byte[]>> records) {
        Set<String> names = new HashSet<>();
        return records.stream()
                .filter(record -> !BatchHeaders.isEmpty(record.value()) && names.add(name(record)))
                .mapToInt(record -> BatchHeaders.lines(record.headers()))
                .sum();
    }

    private static String name(ConsumerRecord<byte[], byte[]> record) {
        return record.partition() + "/" + BatchHeaders.epoch(record.headers()) + "/"
                + BatchHeaders.number(record.headers());
    }

    /**
     * Checks that the records contain each line once, in the order of its series, and that no batch
     * is older than a tick before it. Batches with an identity seen before are ignored.
     *
     * @return the number of repeated batches
     */
    public int check(List<ConsumerRecord<byte[], byte[]>> records) {
        Map<Integer, Long> time = new HashMap<>();
        Map<String, Long> last = new HashMap<>();
        Set<Long> values = new HashSet<>();
        Set<String> names = new HashSet<>();
        int repeated = 0;
        LineReader line = new LineReader();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            if (BatchHeaders.isEmpty(record.value())) {
                time.merge(record.partition(), record.timestamp(), Math::max);
                continue;
            }
            assertThat(BatchHeaders.isNumbered(record.headers())).isTrue();
            if (!names.add(name(record))) {
                repeated++;
                continue;
            }
            assertThat(record.timestamp())
                    .as("receive time behind a tick")
                    .isGreaterThanOrEqualTo(time.getOrDefault(record.partition(), 0L));
            line.wrap(record.value(), 0, record.value().length);
            while (line.next()) {
                String text = new String(line.bytes(), line.lineStart(), line.lineEnd() - line.lineStart(), UTF_8);
                String series = text.substring(0, text.indexOf(' '));
                long value =
                        Long.parseLong(text.substring(text.indexOf('=', series.length()) + 1, text.lastIndexOf('i')));
                assertThat(values.add(value)).as("once: " + text).isTrue();
                assertThat(value).as(series).isGreaterThan(last.getOrDefault(series, -1L));
                last.put(series, value);
            }
        }
        assertThat(values).as("lines").hasSize(sent);
        assertThat(time).as("partitions with ticks").isNotEmpty();
        return repeated;
    }
}
