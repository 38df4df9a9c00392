package io.weir.benchmarks.gateway;

import io.weir.benchmarks.harness.KafkaProcess;
import io.weir.benchmarks.harness.MostBySecond;
import io.weir.benchmarks.harness.Table;
import io.weir.contract.line.LineReader;
import io.weir.contract.topic.Topics;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Measures the age of lines at a consumer, from the sender's stamp. The age is slightly more than
 * the time until Kafka's acknowledgement to the gateway. Reads one partition, which has its share
 * of all series, in a thread of its own.
 */
final class Latency implements AutoCloseable {
    private static final int SLOT_MICROS = 100;
    private static final int SLOTS = 100_000;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Thread thread = new Thread(this::run, "latency");
    private final CountDownLatch listening = new CountDownLatch(1);
    private final LineReader line = new LineReader();
    private final long[] counts = new long[SLOTS];
    private final MostBySecond oldest = new MostBySecond();

    private volatile boolean isClosing;
    private volatile boolean isToBegin;
    private long lines;

    /** Returns after the consumer is in position; it reads everything written from then on. */
    Latency(KafkaProcess kafka) throws InterruptedException {
        consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        kafka.bootstrap(),
                        ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                        "100"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        thread.start();
        listening.await();
    }

    /** Excludes the lines read so far, since this consumer needs a warm-up too. */
    void begin() {
        isToBegin = true;
    }

    private void run() {
        TopicPartition partition = new TopicPartition(new Topics("").raw(), 0);
        consumer.assign(List.of(partition));
        consumer.seekToEnd(List.of(partition));
        consumer.position(partition);
        listening.countDown();
        while (!isClosing) {
            var records = consumer.poll(Duration.ofMillis(100));
            long now = nanos();
            if (isToBegin) {
                isToBegin = false;
                Arrays.fill(counts, 0);
                lines = 0;
                oldest.clear();
            }
            for (ConsumerRecord<byte[], byte[]> one : records) {
                add(one.value(), now);
            }
        }
        consumer.close();
    }

    private void add(byte[] batch, long now) {
        line.wrap(batch, 0, batch.length);
        while (line.next()) {
            long micros = Math.max(0, now - line.timestamp()) / 1000;
            oldest.add(now, micros / 1000);
            counts[(int) Math.min(SLOTS - 1, micros / SLOT_MICROS)]++;
            lines++;
        }
    }

    private static long nanos() {
        Instant now = Clock.systemUTC().instant();
        return now.getEpochSecond() * 1_000_000_000 + now.getNano();
    }

    /** Prints the latencies and the scheduling delays meanwhile; call it after {@link #close}. */
    void print(String heading, MostBySecond hiccups) {
        Table table = new Table();
        table.row("lines looked at", lines, "those of one partition");
        table.row("median, ms", millis(0.5), "from the sender's stamp to a consumer");
        table.row("99 %, ms", millis(0.99), "");
        table.row("99.9 %, ms", millis(0.999), "");
        table.row("most, ms", millis(1), oldest.toString());
        table.row("a thread that slept, ms", hiccups.most(), "held up at most; " + hiccups);
        table.print(heading);
    }

    private double millis(double part) {
        long wanted = Math.max(1, (long) Math.ceil(lines * part));
        long seen = 0;
        for (int i = 0; i < SLOTS; i++) {
            seen += counts[i];
            if (seen >= wanted) {
                return (i + 1) * SLOT_MICROS / 1000.0;
            }
        }
        return Double.NaN;
    }

    @Override
    public void close() {
        isClosing = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
