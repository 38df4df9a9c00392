package io.weir.benchmarks.harness;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Measures when each probe is at each {@link Stop}, with consumers of its own. These read all
 * metrics too, which takes processor time from Weir. A run without them measures the total latency.
 */
public final class Journey implements AutoCloseable {
    private final String bootstrap;
    private final Map<Stop, AtomicLongArray> seen = new LinkedHashMap<>();
    private final List<Thread> threads;
    private volatile boolean isClosing;

    /**
     * Starts immediately, with records written from now on.
     *
     * @param stops in the order in which a probe passes them
     */
    public Journey(String bootstrap, int probes, List<Stop> stops) {
        this.bootstrap = bootstrap;
        stops.forEach(stop -> seen.put(stop, new AtomicLongArray(probes)));
        this.threads = Stream.of(false, true)
                .filter(isCommitted -> stops.stream().anyMatch(stop -> stop.isCommitted() == isCommitted))
                .map(isCommitted -> new Thread(() -> read(isCommitted), "journey"))
                .toList();
        threads.forEach(Thread::start);
    }

    private void read(boolean isCommitted) {
        List<Stop> stops = seen.keySet().stream()
                .filter(stop -> stop.isCommitted() == isCommitted)
                .toList();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(isCommitted)) {
            List<TopicPartition> partitions = stops.stream()
                    .flatMap(stop -> consumer.partitionsFor(stop.topic()).stream())
                    .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToEnd(partitions);
            while (!isClosing) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                    for (Stop stop : stops) {
                        if (stop.topic().equals(record.topic())) {
                            look(record.value(), stop);
                        }
                    }
                }
            }
        }
    }

    private KafkaConsumer<byte[], byte[]> consumer(boolean isCommitted) {
        Map<String, Object> settings = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrap,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                isCommitted ? "read_committed" : "read_uncommitted");
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** The absolute value is the number of the probe. */
    private void look(byte[] text, Stop stop) {
        byte[] probe = stop.probeBytes();
        byte[] valueBegins = stop.valueBytes();
        for (int at = find(text, probe, 0); at >= 0; at = find(text, probe, at + probe.length)) {
            int value = find(text, valueBegins, at);
            if (value < 0) {
                return;
            }
            int number = 0;
            int digit = value + valueBegins.length;
            for (digit += text[digit] == '-' ? 1 : 0; text[digit] >= '0' && text[digit] <= '9'; digit++) {
                number = 10 * number + text[digit] - '0';
            }
            at(stop).compareAndSet(number - 1, 0, System.nanoTime());
        }
    }

    private AtomicLongArray at(Stop stop) {
        return Objects.requireNonNull(seen.get(stop));
    }

    private static int find(byte[] text, byte[] wanted, int from) {
        for (int at = from; at <= text.length - wanted.length; at++) {
            if (text[at] == wanted[0] && Arrays.equals(text, at, at + wanted.length, wanted, 0, wanted.length)) {
                return at;
            }
        }
        return -1;
    }

    /**
     * Adds a row for each stop: the time since the previous one, for probes {@code [from, to)}.
     * Returns the times at the last stop.
     */
    public AtomicLongArray print(Table table, AtomicLongArray sentNanos, int from, int to) {
        AtomicLongArray before = sentNanos;
        for (Map.Entry<Stop, AtomicLongArray> stop : seen.entrySet()) {
            print(table, "to " + stop.getKey().title(), before, stop.getValue(), from, to);
            before = stop.getValue();
        }
        return before;
    }

    /** Adds a row: the time of probes from one place to the next. */
    public static void print(
            Table table, String title, AtomicLongArray before, AtomicLongArray here, int from, int to) {
        Latencies latencies = Latencies.between(before, here, from, to);
        table.row(title + ", ms", latencies.millis(0.5), String.format("median; 99 %%: %.0f", latencies.millis(0.99)));
    }

    @Override
    public void close() {
        isClosing = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
