package io.weir.standalone.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Stalls the sender of the first block for a changelog: creates the file {@code stalled} in a
 * directory, and continues once the file {@code continue} exists. The consumer of the stalled stream
 * thread leaves its group after five seconds.
 */
public final class StallingSends implements ProducerInterceptor<byte[], byte[]> {

    private static final String DIRECTORY = "weir.test.stall";
    private static final AtomicBoolean HAS_STALLED = new AtomicBoolean();

    private Path directory = Path.of("");

    /** Settings of Kafka Streams. */
    static Map<String, Object> settings(String directory) {
        return Map.of(
                StreamsConfig.producerPrefix("interceptor.classes"),
                StallingSends.class.getName(),
                StreamsConfig.producerPrefix(DIRECTORY),
                directory,
                StreamsConfig.mainConsumerPrefix("max.poll.interval.ms"),
                5_000);
    }

    static boolean hasStalled(Path directory) {
        return Files.exists(directory.resolve("stalled"));
    }

    static void resume(Path directory) throws IOException {
        Files.createFile(directory.resolve("continue"));
    }

    @Override
    public void configure(Map<String, ?> configs) {
        directory = Path.of(String.valueOf(configs.get(DIRECTORY)));
    }

    @Override
    public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
        boolean isBlock = record.topic().endsWith("-changelog")
                && ByteBuffer.wrap(record.key()).getInt() >= 0;
        if (isBlock && HAS_STALLED.compareAndSet(false, true)) {
            stall();
        }
        return record;
    }

    private void stall() {
        try {
            Files.createFile(directory.resolve("stalled"));
            while (Files.notExists(directory.resolve("continue"))) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void onAcknowledgement(RecordMetadata metadata, Exception exception) {
        // Of no interest.
    }

    @Override
    public void close() {
        // Nothing to release.
    }
}
