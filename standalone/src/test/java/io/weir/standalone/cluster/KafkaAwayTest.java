package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.standalone.WeirProcess;
import io.weir.writer.testing.EmbeddedQuestDb;
import io.weir.writer.testing.FreePorts;
import io.weir.writer.testing.SmallDisk;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All services continue while the only broker does not answer, and then, if a small disk can be
 * mounted, while the broker's disk is full. All this happens under load, of which nothing may be
 * lost, counted twice or reported twice.
 */
@Tag("nightly")
class KafkaAwayTest {
    private static final int PARTITIONS = 4;
    private static final int DISK_MEBIBYTES = 512;
    private static final Duration STORED_WITHIN = Duration.ofMinutes(2);
    /**
     * With the time of the first start, less than a service needs after a thread died for another reason: it
     * is unready for 30 s after the start of the next thread.
     */
    private static final Duration READY_WITHIN = Duration.ofSeconds(20);
    /** Operators may need ten minutes; {@code verify} has less time. */
    private static final long OUTAGE_SECONDS = Long.getLong("weir.test.outage.seconds", 6);

    private static final long LOOK_EVERY_SECONDS = 60;
    /**
     * Settings of stream threads: timeouts that are two minutes by default expire within the
     * shortest outage.
     */
    private static final Map<String, String> IMPATIENCE = Map.of(
            "WEIR_KAFKA_PROPERTIES_PRODUCER_REQUEST_TIMEOUT_MS", "4000",
            "WEIR_KAFKA_PROPERTIES_PRODUCER_DELIVERY_TIMEOUT_MS", "6000",
            "WEIR_KAFKA_PROPERTIES_PRODUCER_MAX_BLOCK_MS", "6000");

    private final Path directory;
    private final Optional<SmallDisk> disk;
    private final Brokers brokers;
    private final EmbeddedQuestDb questDb;
    private final FarmAccount account;
    private final HttpClient http = HttpClient.newHttpClient();
    private final int inputPort = FreePorts.next();
    private final int meters = FreePorts.next();
    private Duration firstStart = Duration.ZERO;

    KafkaAwayTest(@TempDir Path directory) throws IOException {
        this.directory = directory;
        Path logs = directory.resolve("kafka");
        disk = SmallDisk.mount(logs, DISK_MEBIBYTES);
        brokers = new Brokers(logs, 1);
        questDb = new EmbeddedQuestDb(directory.resolve("questdb")).start();
        account = new FarmAccount(questDb, brokers.bootstrap());
        TopicCreator.ensure(brokers.admin(), brokers.settings(PARTITIONS).declarations());
    }

    @AfterEach
    void close() {
        questDb.close();
        brokers.close();
        disk.ifPresent(SmallDisk::close);
    }

    @Test
    void nothingIsLostWhenKafkaDoesNotAnswerOrItsDiskIsFull() throws Exception {
        long beganNanos = System.nanoTime();
        try (WeirProcess weir = start();
                FarmLoad load = new FarmLoad(inputPort)) {
            eventually("all is ready", () -> isReady());
            firstStart = Duration.ofNanos(System.nanoTime() - beganNanos);
            eventually("the first is stored", STORED_WITHIN, () -> account.stored() > 0);

            int epoch = leaderEpoch();
            brokers.suspend(0);
            for (long left = OUTAGE_SECONDS; left > 0; left -= LOOK_EVERY_SECONDS) {
                TimeUnit.SECONDS.sleep(Math.min(left, LOOK_EVERY_SECONDS));
                assertThat(health("live")).startsWith("200 ");
            }
            goesOnWithoutKafka(load);
            brokers.resume(0);
            awaitCaughtUp("an answer", load, weir);
            assertThat(leaderEpoch())
                    .as("the broker leads as before: it may not be fenced after its pause")
                    .isEqualTo(epoch);

            if (disk.isPresent()) {
                disk.get().fill();
                eventually("the broker ends", () -> brokers.hasEnded(0));
                assertThat(brokers.log(0)).contains("No space left on device");
                goesOnWithoutKafka(load);
                disk.get().makeRoom();
                brokers.restart(0, new Topics("").raw());
                awaitCaughtUp("the broker's start", load, weir);
            }

            load.end();
            describingFailures(weir, () -> account.check(load));
            weir.terminate();
        }
        assumeTrue(disk.isPresent(), "a full disk was left out: only root may mount a small one");
    }

    /** Lines are accepted, and health reports that Kafka is away. */
    private void goesOnWithoutKafka(FarmLoad load) throws IOException, InterruptedException {
        eventually("it is said that Kafka is away", () -> health("ready")
                .contains(notReady("gateway", "Kafka is away: ")));
        for (String service : List.of("processing", "alarming", "writer", "dashboard")) {
            String said = notReady(service, "Kafka does not answer: no response for ");
            eventually(service + " says so too", () -> health("ready").contains(said));
        }
        int accepted = load.accepted();
        eventually("more is accepted", () -> load.accepted() > accepted + 10);
        System.out.println("KafkaAwayTest: " + health("ready"));
        assertThat(health("live")).startsWith("200 ");
    }

    /**
     * Returns when all services are ready and all lines accepted so far are stored; prints how long
     * it took.
     */
    private void awaitCaughtUp(String since, FarmLoad load, WeirProcess weir) {
        long beginNanos = System.nanoTime();
        describingFailures(
                weir, () -> eventually("all is ready again", READY_WITHIN.plus(firstStart), () -> isReady()));
        long readyNanos = System.nanoTime();
        long accepted = (long) load.accepted() * FarmLoad.HOSTS;
        eventually("all is stored", STORED_WITHIN, () -> account.stored() >= accepted);
        System.out.printf(
                "KafkaAwayTest: %.1f s after %s all were ready, after %.1f s all was stored, %d lines%n",
                (readyNanos - beginNanos) / 1e9, since, (System.nanoTime() - beginNanos) / 1e9, accepted);
    }

    /** Adds what the services say of themselves to the message of a failure. */
    private void describingFailures(WeirProcess weir, Runnable check) {
        try {
            check.run();
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ": " + health("ready") + "\n" + weir.output(), e);
        }
    }

    private WeirProcess start() throws IOException {
        Path rules = Files.writeString(directory.resolve("rules.yaml"), FarmRules.TEXT);
        Map<String, String> settings = new HashMap<>(IMPATIENCE);
        settings.put("WEIR_KAFKA_PARTITIONS", Integer.toString(PARTITIONS));
        settings.put("WEIR_METERS_PORT", Integer.toString(meters));
        settings.put("WEIR_DASHBOARD_PORT", Integer.toString(FreePorts.next()));
        settings.put("WEIR_GATEWAY_UDP_ENABLED", "false");
        settings.put("WEIR_GATEWAY_HTTP_ENABLED", "true");
        settings.put("WEIR_GATEWAY_HTTP_PORT", Integer.toString(inputPort));
        return WeirProcess.start(
                directory,
                settings,
                "up",
                "--no-probe",
                "--bootstrap=" + brokers.bootstrap(),
                "--store=" + questDb.url(),
                "--rules=" + rules);
    }

    private int leaderEpoch() throws ExecutionException, InterruptedException {
        TopicPartition partition = new TopicPartition(new Topics("").raw(), 0);
        return brokers.admin()
                .listOffsets(Map.of(partition, OffsetSpec.latest()))
                .partitionResult(partition)
                .get()
                .leaderEpoch()
                .orElseThrow();
    }

    /** The part of a health page that says this of a service; the detail goes on. */
    private static String notReady(String service, String detail) {
        return "\"" + service + "\":{\"state\":\"NOT_READY\",\"detail\":\"" + detail;
    }

    private boolean isReady() {
        return health("ready").startsWith("200 ");
    }

    /** Status and body; empty without an answer. */
    private String health(String what) {
        HttpRequest ask = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + meters + "/health/" + what))
                .timeout(Duration.ofSeconds(5))
                .build();
        try {
            HttpResponse<String> answer = http.send(ask, HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() + " " + answer.body();
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
