package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmJson;
import io.weir.standalone.TestTopics;
import io.weir.standalone.UpInstallation;
import io.weir.standalone.WeirProcess;
import io.weir.writer.testing.EmbeddedQuestDb;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The machine of a {@code weir up} loses power. Its own Kafka does not force data, so data that the
 * system had not written is lost, in part or whole: of topics, changelogs and offsets independently.
 * The store is on another disk.
 */
@Tag("nightly")
class UpPowerLossTest {
    private static final int LEAST_BODIES = 1_000;
    private static final int MOST_MORE_BODIES = 400;
    /**
     * The time after which the system writes data back by itself; Linux waits for half a minute.
     */
    private static final Duration WRITTEN_AFTER = Duration.ofSeconds(2);

    private static final Duration WITHIN = Duration.ofSeconds(90);
    private static final String DOOR = "door,";
    private static final String RULES = FarmRules.TEXT
            + "  - {name: open, match: {measurement: door}, field: value, path: [host], major: {above: 95}, chatter: off}\n";

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final LossyDisk disk;
    private final EmbeddedQuestDb questDb;
    private final UpInstallation weir;
    private final int inputPort = FreePorts.next();
    private final RepeatedPost poster = new RepeatedPost(inputPort);

    UpPowerLossTest(@TempDir Path directory) throws IOException, InterruptedException {
        System.out.println("UpPowerLossTest: weir.test.seed=" + seed);
        disk = LossyDisk.mount(directory.resolve("disk"));
        questDb = new EmbeddedQuestDb(directory.resolve("questdb")).start();
        weir = new UpInstallation(
                        directory,
                        "--data=" + disk.directory().resolve("data"),
                        "--store=" + questDb.url(),
                        "--rules=" + Files.writeString(directory.resolve("rules.yaml"), RULES))
                .with("WEIR_KAFKA_PARTITIONS", "4")
                .with("WEIR_GATEWAY_HTTP_ENABLED", "true")
                .with("WEIR_GATEWAY_HTTP_PORT", Integer.toString(inputPort));
    }

    @AfterEach
    void close() {
        questDb.close();
        disk.close();
    }

    @Test
    void keepsWhatTheSystemHadWrittenAndContinues() throws Exception {
        disk.writesByItselfAfter(WRITTEN_AFTER);
        PostedLines lines;
        Set<Integer> written;
        try (WeirProcess process = weir.start();
                PostedLines posted = post()) {
            long raisedNanos = System.nanoTime();
            int enough = LEAST_BODIES + random.nextInt(MOST_MORE_BODIES);
            eventually("bodies are acknowledged", WITHIN, () -> posted.acknowledged() >= enough);
            eventually(
                    "the alarm is written",
                    WITHIN,
                    () -> System.nanoTime() - raisedNanos > 2 * WRITTEN_AFTER.toNanos());
            written = posted.acknowledgedBefore(System.nanoTime() - WRITTEN_AFTER.toNanos());
            process.kill();
            lines = posted;
        }
        System.out.println("UpPowerLossTest: " + disk.lose(random.nextInt()));
        try (WeirProcess again = weir.start()) {
            assertThat(written).isNotEmpty();
            System.out.printf("UpPowerLossTest: %d bodies, %d written%n", lines.acknowledged(), written.size());
            lines.check(raw(), written);
            worksAsBefore();
            again.terminate();
            again.awaitExit();
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }

    /** Raises the alarm of a door, and begins to post lines. */
    private PostedLines post() {
        poster.post(DOOR + "host=a value=99");
        weir.awaitIn(Farm.TOPICS.events(), "open/a#1");
        return new PostedLines(inputPort);
    }

    /** The batches of metrics but those of the door. */
    private List<ConsumerRecord<byte[], byte[]>> raw() {
        try (TestTopics topics = new TestTopics(weir.bootstrap())) {
            List<ConsumerRecord<byte[], byte[]>> records = topics.readNow(Farm.TOPICS.raw());
            records.removeIf(record -> new String(record.value(), UTF_8).startsWith(DOOR));
            return records;
        }
    }

    /**
     * Lines that are accepted from now on are stored once, count exactly once, and change alarms once. The earlier
     * alarm is still raised.
     */
    private void worksAsBefore() {
        FarmAccount account = new FarmAccount(questDb, weir.bootstrap());
        try (FarmLoad load = new FarmLoad(inputPort)) {
            eventually("all alarms are raised", WITHIN, () -> raised().size() == FarmLoad.HOSTS);
            load.end();
            account.check(load);
        }
        poster.post(DOOR + "host=a value=1");
        weir.awaitIn(Farm.TOPICS.events(), "open/a#2");
        assertThat(events("open"))
                .extracting(event -> event.transition() + " " + event.to())
                .containsExactly("open/a#1 UNACKNOWLEDGED", "open/a#2 NORMAL");
    }

    private Set<String> raised() {
        return events("cpu-high").stream().map(AlarmEvent::id).collect(Collectors.toSet());
    }

    private List<AlarmEvent> events(String rule) {
        return weir.read(Farm.TOPICS.events(), 1).stream()
                .map(record -> AlarmJson.readEvent(record.value()))
                .filter(event -> event.rule().equals(rule))
                .toList();
    }
}
