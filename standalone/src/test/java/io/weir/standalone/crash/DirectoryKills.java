package io.weir.standalone.crash;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.TopicCreator;
import io.weir.standalone.WeirProcess;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** A writer whose store is files in a directory is killed at random moments. */
abstract class DirectoryKills {
    private static final int KILLS = Integer.getInteger("weir.test.directory.kills", 3);
    private static final int LINES_PER_RECORD = 100;
    private static final int PARTITIONS = 3;
    private static final int MEASUREMENTS = 20;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Path directory;
    /** The directory of the store. */
    final Path files;

    DirectoryKills(Path directory) {
        this.directory = directory;
        files = directory.resolve("files");
    }

    /** The store's scheme. */
    abstract String scheme();

    /** A number that grows with each complete range. */
    abstract long ranges();

    /** All lines of complete files. */
    abstract String lines();

    /** @param count the number of lines that the files have if none is there twice */
    abstract void check(int count) throws IOException;

    @Test
    void everyLineIsStoredOnce() throws Exception {
        System.out.println(getClass().getSimpleName() + ": repeat with -Dweir.test.seed=" + seed);
        try (EmbeddedBroker broker =
                EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next())) {
            KafkaSettings kafka = KafkaCluster.settings(broker.bootstrap(), PARTITIONS);
            try (Admin admin = Admin.create(kafka.clientProperties())) {
                TopicCreator.ensure(admin, kafka.declarations());
            }
            int sent = 0;
            try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                    kafka.clientProperties(), new ByteArraySerializer(), new ByteArraySerializer())) {
                for (int kill = 0; kill < KILLS; kill++) {
                    try (WeirProcess writer = writer(broker)) {
                        sent = send(producer, sent, 100);
                        long before = ranges();
                        // Completes a range each second: the kill is at any moment of the second one.
                        eventually("a range is complete", PATIENCE, () -> ranges() > before);
                        sent = send(producer, sent, 50);
                        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(1_500)));
                        writer.kill();
                    }
                    forgetMember(kafka);
                }
            }
            int all = sent;
            try (WeirProcess writer = writer(broker)) {
                eventually("all are stored", PATIENCE, () -> numbers().cardinality() == all);
                writer.terminate();
                writer.awaitExit();
            }
            assertThat(numbers().length()).isEqualTo(all);
            check(all);
        }
    }

    /** Otherwise Kafka assigns the partitions only after the session of the killed writer times out. */
    private static void forgetMember(KafkaSettings kafka) throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(kafka.clientProperties())) {
            admin.removeMembersFromConsumerGroup("weir-writer", new RemoveMembersFromConsumerGroupOptions())
                    .all()
                    .get();
        }
    }

    /** Sends records whose lines are numbered; returns the next number. */
    private static int send(KafkaProducer<byte[], byte[]> producer, int first, int records) {
        int number = first;
        for (int record = 0; record < records; record++) {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < LINES_PER_RECORD; i++) {
                lines.append("m")
                        .append(number % MEASUREMENTS)
                        .append(",host=h")
                        .append(number % 7);
                lines.append(" n=").append(number).append("i ").append(1_700_000_000_000_000_000L + number);
                lines.append('\n');
                number++;
            }
            ProducerRecord<byte[], byte[]> sent = new ProducerRecord<>(
                    KafkaCluster.TOPICS.storage(),
                    record % PARTITIONS,
                    null,
                    lines.toString().getBytes(UTF_8));
            sent.headers().add(BatchHeaders.lines(LINES_PER_RECORD));
            var unused = producer.send(sent);
        }
        producer.flush();
        return number;
    }

    private BitSet numbers() {
        BitSet numbers = new BitSet();
        lines().lines()
                .forEach(line ->
                        numbers.set(Integer.parseInt(line.substring(line.indexOf(" n=") + 3, line.lastIndexOf("i ")))));
        return numbers;
    }

    private WeirProcess writer(EmbeddedBroker broker) throws IOException {
        Path settings = Files.writeString(
                directory.resolve("writer.yaml"), """
                kafka: {bootstrap: "%s", partitions: %d}
                meters: {port: 0}
                store: "%s:%s?every=1s"
                """.formatted(broker.bootstrap(), PARTITIONS, scheme(), files));
        return WeirProcess.start(directory, Map.of(), "writer", "--config", settings.toString());
    }
}
