package io.weir.benchmarks.processing;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.TimeWindows;

/**
 * An equivalent with Kafka Streams' DSL: one record per metric, with the series as key and the
 * parsed number as value; a mean over windows of one second, default stores, one thread. As a
 * process: {@code DslAverage BOOTSTRAP STATE RECORDS}. For the last three quarters, prints the
 * number of records, the nanoseconds, and the nanoseconds of processor time.
 */
public final class DslAverage {
    static final String IN = "dsl.raw";
    static final String OUT = "dsl.out";

    private DslAverage() {}

    /** Ends after all records are read. */
    public static void main(String[] arguments) throws InterruptedException {
        long records = Long.parseLong(arguments[2]);
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "dsl");
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, arguments[0]);
        settings.put(StreamsConfig.STATE_DIR_CONFIG, arguments[1]);
        settings.put(StreamsConfig.consumerPrefix("auto.offset.reset"), "earliest");
        AtomicLong read = new AtomicLong();
        CountDownLatch warm = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        try (KafkaStreams streams = new KafkaStreams(
                build(() -> {
                            long count = read.incrementAndGet();
                            if (count == records / 4) {
                                warm.countDown();
                            } else if (count == records) {
                                end.countDown();
                            }
                        })
                        .build(),
                settings)) {
            streams.start();
            warm.await();
            long beginNanos = System.nanoTime();
            long cpu = cpuNanos();
            end.await();
            long part = records - records / 4;
            System.out.println(part + " " + (System.nanoTime() - beginNanos) + " " + (cpuNanos() - cpu));
        }
    }

    private static StreamsBuilder build(Runnable onRecord) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(IN, Consumed.with(Serdes.String(), Serdes.Double()))
                .peek((series, value) -> onRecord.run())
                .groupByKey(Grouped.with(Serdes.String(), Serdes.Double()))
                .windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofSeconds(1), Duration.ofSeconds(2)))
                .aggregate(
                        () -> new SumAndCount(0, 0),
                        (series, value, sum) -> new SumAndCount(sum.sum + value, sum.count + 1),
                        Materialized.with(Serdes.String(), SumAndCount.SERDE))
                .toStream((window, sum) -> window.key())
                .mapValues(sum -> sum.sum / sum.count)
                .to(OUT, Produced.with(Serdes.String(), Serdes.Double()));
        return builder;
    }

    private static long cpuNanos() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .orElse(Duration.ZERO)
                .toNanos();
    }

    private record SumAndCount(double sum, long count) {
        static final Serde<SumAndCount> SERDE =
                Serdes.serdeFrom((topic, value) -> value.toBytes(), (topic, bytes) -> of(bytes));

        private static SumAndCount of(byte[] bytes) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new SumAndCount(buffer.getDouble(), buffer.getLong());
        }

        private byte[] toBytes() {
            return ByteBuffer.allocate(Double.BYTES + Long.BYTES)
                    .putDouble(sum)
                    .putLong(count)
                    .array();
        }
    }
}
