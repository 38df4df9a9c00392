package io.weir.benchmarks.processing;

import io.weir.benchmarks.KafkaProcess;
import io.weir.benchmarks.Table;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Topics;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * How long a batch takes from its append to {@code metrics.raw} until a consumer has what became of it in {@code
 * metrics.storage}: a little more than until it was appended there.
 */
final class FeedLatency {
    private static final Duration WARM_UP = Duration.ofSeconds(10);

    private final KafkaProcess kafka;
    private final MetricLog log;
    private final long[] nanos;
    private int seen;

    /** @param batches how many to look at, after the warm-up */
    FeedLatency(KafkaProcess kafka, MetricLog log, int batches) {
        this.kafka = kafka;
        this.log = log;
        this.nanos = new long[batches];
    }

    /** Sends at a rate until enough was seen; prints how long it took. */
    void run(long linesPerSecond, String heading) throws InterruptedException {
        int warmUp = (int) (linesPerSecond * WARM_UP.toSeconds() / MetricLog.LINES_PER_BATCH);
        AtomicLongArray appended = new AtomicLongArray(warmUp + nanos.length + 1);
        Thread sender = new Thread(() -> send(linesPerSecond, appended), "sender");
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            TopicPartition partition = new TopicPartition(new Topics("").storage(), 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            sender.start();
            while (seen < nanos.length) {
                var records = consumer.poll(Duration.ofMillis(100));
                long now = System.nanoTime();
                for (ConsumerRecord<byte[], byte[]> one : records) {
                    add((int) BatchHeaders.inputOffset(one.headers()), now, warmUp, appended);
                }
            }
        }
        sender.join();
        print(heading);
    }

    private void add(int offset, long now, int warmUp, AtomicLongArray appended) {
        if (offset >= warmUp && offset < appended.length() && seen < nanos.length && appended.get(offset) != 0) {
            nanos[seen++] = now - appended.get(offset);
        }
    }

    private void send(long linesPerSecond, AtomicLongArray appended) {
        try (Sender sender = new Sender(kafka)) {
            long beginNanos = System.nanoTime();
            for (int i = 0; i < appended.length(); i++) {
                long due = beginNanos + log.lines() * 1_000_000_000 / linesPerSecond;
                for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
                    LockSupport.parkNanos(early);
                }
                sender.send(RawTopic.record(log.next(), log.millis()), offset -> {
                    if (offset < appended.length()) {
                        appended.set((int) offset, System.nanoTime());
                    }
                });
            }
        }
    }

    private void print(String heading) {
        Arrays.sort(nanos);
        Table table = new Table();
        table.row("batches looked at", nanos.length, MetricLog.LINES_PER_BATCH + " lines each");
        table.row("median, ms", nanos[nanos.length / 2] / 1e6, "from the append to metrics.raw to a consumer");
        table.row("99 %, ms", nanos[(int) (nanos.length * 0.99)] / 1e6, "");
        table.row("most, ms", nanos[nanos.length - 1] / 1e6, "");
        table.print(heading);
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        return new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        kafka.bootstrap(),
                        ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
                        Topics.MAX_RECORD_BYTES),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }
}
