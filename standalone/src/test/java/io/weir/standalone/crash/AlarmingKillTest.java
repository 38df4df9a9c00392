package io.weir.standalone.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.topic.TopicCreator;
import io.weir.standalone.Eventually;
import io.weir.standalone.TestTopics;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two processes share alarming. Repeatedly one of them is killed, or ended so that the other takes
 * over, and restarted, while metrics arrive, rules change and operators send commands. The events
 * of each alarm equal those of an uninterrupted topology: complete, without repeats, in the same
 * order. So acknowledgements and shelves survive.
 */
@Tag("long")
class AlarmingKillTest {

    private static final int KILLS = Integer.getInteger("weir.test.alarming.kills", 6);

    /** The number of kills before a fresh broker. */
    private static final int KILLS_PER_BROKER = 20;

    private static final int STEPS_PER_LIFE = 12;

    private final Path directory;

    AlarmingKillTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void transitionsAreThoseOfAnUninterruptedRun() throws Exception {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("AlarmingKillTest seed=" + seed);
        Random random = new Random(seed);
        for (int done = 0; done < KILLS; done += KILLS_PER_BROKER) {
            int kills = Math.min(KILLS - done, KILLS_PER_BROKER);
            try (AlarmLog log = new AlarmLog(random, System.currentTimeMillis(), false);
                    Run run = new Run(directory.resolve("after-" + done), log, random)) {
                run.lives(kills, true);

                assertThat(run.told()).as("seed %d, after %d kills", seed, done).isEqualTo(log.expected());
            }
        }
    }

    /** The test above can fail: it does if alarming receives records that the oracle does not know. */
    @Test
    void transitionsDifferWithUnknownRecords() throws Exception {
        Random random = new Random(1);
        try (AlarmLog log = new AlarmLog(random, System.currentTimeMillis(), true);
                Run run = new Run(directory.resolve("unknown"), log, random)) {
            run.lives(1, false);

            assertThat(run.told()).isNotEqualTo(log.expected());
        }
    }

    /** Processes with their own broker, and the events that they wrote. */
    private static final class Run implements AutoCloseable {
        private final Path directory;
        private final AlarmLog log;
        private final Random random;
        private final EmbeddedBroker broker;
        private final TestTopics topics;
        private final KafkaConsumer<byte[], byte[]> reader;
        private final Map<String, List<String>> told = new HashMap<>();
        private final Process[] members = new Process[2];
        private int events;
        private int replies;

        Run(Path directory, AlarmLog log, Random random) {
            this.directory = directory;
            this.log = log;
            this.random = random;
            broker = EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
            topics = new TestTopics(broker);
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
                TopicCreator.ensure(
                        admin,
                        KafkaCluster.settings(broker.bootstrap(), AlarmLog.PARTITIONS)
                                .declarations());
            }
            reader = new KafkaConsumer<>(
                    Map.of("bootstrap.servers", broker.bootstrap(), "isolation.level", "read_committed"),
                    new ByteArrayDeserializer(),
                    new ByteArrayDeserializer());
            List<TopicPartition> read = List.of(
                    new TopicPartition(KafkaCluster.TOPICS.events(), 0),
                    new TopicPartition(KafkaCluster.TOPICS.replies(), 0));
            reader.assign(read);
            reader.seekToBeginning(read);
        }

        /** Returns when at least all expected events are written. */
        void lives(int kills, boolean withCommands) throws IOException, InterruptedException {
            for (int life = 0; life < kills; life++) {
                start(0);
                start(1);
                int before = events;
                for (int step = 0; step < STEPS_PER_LIFE; step++) {
                    step(withCommands);
                }
                if (events < log.expectedEvents()) {
                    await("alarming goes on", () -> events > before);
                }
                end(random.nextInt(members.length));
            }
            start(0);
            start(1);
            awaitExpected();
            for (int more = 0; more < STEPS_PER_LIFE; more++) {
                step(withCommands);
            }
            awaitExpected();
        }

        /**
         * A command is sent only when all expected events are written, so that the state it meets
         * is known.
         */
        private void step(boolean withCommands) {
            if (withCommands && random.nextInt(6) == 0) {
                awaitExpected();
                log.command().ifPresent(topics::send);
                awaitExpected();
            } else {
                for (ProducerRecord<byte[], byte[]> record : log.next()) {
                    topics.send(record);
                }
            }
        }

        private void awaitExpected() {
            await("all is told", () -> events >= log.expectedEvents() && replies >= log.commands());
        }

        private void await(String what, BooleanSupplier holds) {
            Eventually.eventually(what, Duration.ofMinutes(2), () -> {
                poll();
                return holds.getAsBoolean();
            });
        }

        private void poll() {
            reader.poll(Duration.ofMillis(20)).forEach(record -> {
                if (record.topic().equals(KafkaCluster.TOPICS.replies())) {
                    replies++;
                    return;
                }
                AlarmEvent event = AlarmJson.readEvent(record.value());
                told.computeIfAbsent(event.id(), unseen -> new ArrayList<>()).add(AlarmLog.said(event));
                events++;
            });
        }

        Map<String, List<String>> told() {
            poll();
            return told;
        }

        private void start(int member) throws IOException {
            Process running = members[member];
            if (running == null || !running.isAlive()) {
                String name = "alarming-kill-test-" + member;
                members[member] = ChildJvm.start(
                        AlarmingProcess.class,
                        Path.of("target", name + ".log"),
                        broker.bootstrap(),
                        Integer.toString(AlarmLog.PARTITIONS),
                        directory.resolve(name).toString(),
                        name);
            }
        }

        /**
         * Kills it at a random time; in one of five cases ends it, which hands its tasks to the
         * other.
         */
        private void end(int member) throws InterruptedException {
            Process process = members[member];
            process.waitFor(random.nextInt(300), TimeUnit.MILLISECONDS);
            if (random.nextInt(5) == 0) {
                process.destroy();
                process.waitFor();
                // The end of this process was not a kill, so kill the other one.
                process = members[1 - member];
                process.waitFor(random.nextInt(300), TimeUnit.MILLISECONDS);
            }
            process.destroyForcibly().waitFor();
        }

        @Override
        public void close() {
            for (Process process : members) {
                if (process != null) {
                    process.destroyForcibly();
                }
            }
            reader.close();
            topics.close();
            broker.close();
        }
    }
}
