package io.weir.benchmarks.processing;

import io.weir.benchmarks.harness.Hiccups;
import io.weir.benchmarks.harness.KafkaProcess;
import io.weir.benchmarks.harness.Latencies;
import io.weir.benchmarks.harness.LogTopic;
import io.weir.benchmarks.harness.MetricLog;
import io.weir.benchmarks.harness.MostBySecond;
import io.weir.benchmarks.harness.Pace;
import io.weir.benchmarks.harness.Sender;
import io.weir.benchmarks.harness.Table;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.InputNumber;
import io.weir.contract.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Measures the time of a batch from the producer that writes it to {@code metrics.raw} until a
 * consumer has its result from {@code metrics.storage}: slightly more than from append to append.
 */
final class FeedLatency {
    private static final Duration WARM_UP = Duration.ofSeconds(60);

    private final KafkaProcess kafka;
    private final LogTopic raw;
    private final MetricLog log;
    private final long[] nanos;
    private final MostBySecond oldest = new MostBySecond();
    private int seen;

    /** @param batches number of batches to measure after the warm-up */
    FeedLatency(KafkaProcess kafka, LogTopic raw, MetricLog log, int batches) {
        this.kafka = kafka;
        this.raw = raw;
        this.log = log;
        this.nanos = new long[batches];
    }

    /** Sends at a rate until enough batches are measured; prints the latencies. */
    void run(long linesPerSecond, String heading) throws InterruptedException {
        int warmUp = (int) (linesPerSecond * WARM_UP.toSeconds() / MetricLog.LINES_PER_BATCH);
        AtomicLongArray sent = new AtomicLongArray(warmUp + nanos.length);
        Thread sender = new Thread(() -> send(linesPerSecond, sent), "sender");
        Hiccups hiccups = new Hiccups();
        try (hiccups;
                KafkaConsumer<byte[], byte[]> consumer = kafka.consumer()) {
            TopicPartition partition = new TopicPartition(new Topics("").storage(), 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            sender.start();
            while (seen < nanos.length) {
                var records = consumer.poll(Duration.ofMillis(100));
                long now = System.nanoTime();
                for (ConsumerRecord<byte[], byte[]> one : records) {
                    add((int) InputNumber.offset(BatchHeaders.inputNumber(one.headers())), now, warmUp, sent);
                }
            }
        }
        sender.join();
        print(heading, hiccups.most());
    }

    private void add(int offset, long now, int warmUp, AtomicLongArray sent) {
        if (offset >= warmUp && seen < nanos.length) {
            nanos[seen] = now - sent.get(offset);
            oldest.add(now, TimeUnit.NANOSECONDS.toMillis(nanos[seen]));
            seen++;
        }
    }

    /**
     * The offset of a record is its number: the topic is new, has one partition and no other
     * writer.
     */
    private void send(long linesPerSecond, AtomicLongArray sent) {
        try (Sender sender = new Sender(kafka)) {
            long beginNanos = System.nanoTime();
            for (int i = 0; i < sent.length(); i++) {
                long due = beginNanos + log.lines() * 1_000_000_000 / linesPerSecond;
                Pace.until(due);
                sent.set(i, System.nanoTime());
                sender.send(raw.record(log.next(), log.millis()));
            }
        }
    }

    private void print(String heading, MostBySecond hiccups) {
        Table table = new Table();
        table.row("batches looked at", nanos.length, MetricLog.LINES_PER_BATCH + " lines each");
        Latencies.of(nanos).print(table, "", "from the producer of metrics.raw to a consumer", oldest.toString());
        table.row("a thread that slept, ms", hiccups.most(), "held up at most; " + hiccups);
        table.print(heading);
    }
}
