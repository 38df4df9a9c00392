package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.standalone.TestTopics;
import io.weir.writer.testing.EmbeddedQuestDb;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A farm under load whose services and broker are killed, ended and held at random, while an administrator changes the settings of topics
 * and quotas. In the end the store, the windows and the alarms are compared with an oracle that is built from what was acknowledged: all of
 * that is there, nothing twice, nothing wrong. A body that had no answer is posted again; its windows may count it once more. What is sent
 * over UDP may be lost by a fault, but never counts twice.
 *
 * <p>{@code -Dweir.test.history.seconds} says for how long, {@code -Dweir.test.seed} repeats the choice of faults.
 */
@Execution(ExecutionMode.CONCURRENT)
class FaultHistoryTest {
    private static final int PARTITIONS = 4;
    private static final long SHORT_SECONDS = 45;
    private static final long LONG_SECONDS = 300;
    private static final Duration READY_WITHIN = Duration.ofMinutes(3);

    private final long seconds = Long.getLong(
            "weir.test.history.seconds",
            Boolean.parseBoolean(System.getenv("WEIR_TEST_LONG")) ? LONG_SECONDS : SHORT_SECONDS);
    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    private final Brokers brokers;
    private final EmbeddedQuestDb questDb;
    private final FarmAccount account;
    private final UdpAccount udpAccount;
    private final FarmServices services;
    private final Administrator administrator;
    private final int door = FreePorts.next();
    private final Map<String, Instance> running = new LinkedHashMap<>();
    private final List<String> history = new ArrayList<>();

    FaultHistoryTest(@TempDir Path directory) throws IOException {
        brokers = new Brokers(directory, 1);
        questDb = new EmbeddedQuestDb(directory.resolve("questdb")).start();
        account = new FarmAccount(questDb, brokers.bootstrap());
        udpAccount = new UdpAccount(questDb);
        administrator = new Administrator(brokers.admin(), new Topics("").raw(), "gateway0");
        services = new FarmServices(directory, brokers, questDb, PARTITIONS);
        TopicCreator.ensure(brokers.admin(), brokers.settings(PARTITIONS).declarations());
    }

    @AfterEach
    void close() {
        running.values().forEach(Instance::close);
        questDb.close();
        brokers.close();
    }

    @Test
    void whateverHappensWhatWasAcknowledgedCountsOnce() throws Exception {
        System.out.println("FaultHistoryTest seed=" + seed + " seconds=" + seconds);
        start();
        try (FarmLoad load = new FarmLoad(door);
                UdpLoad udp = new UdpLoad(door)) {
            eventually("the first is stored", () -> account.stored() > 0 && udp.sent() > 400);
            int whole = udpAccount.awaitWhole(udp);
            long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            while (System.nanoTime() < endNanos) {
                fault();
                pause(4_000);
            }
            running.values().forEach(Instance::awaitReady);
            int accepted = load.accepted();
            eventually("more is accepted", READY_WITHIN, () -> load.accepted() > accepted + 10);
            udp.end();
            load.end();
            account.check(load);
            udpAccount.check(udp, whole);
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + ", after " + history + ": " + e.getMessage(), e);
        }
        assertThat(history).isNotEmpty();
        System.out.println("FaultHistoryTest " + history);
    }

    /** The check can fail: a record that is sent to {@code metrics.raw} once more, as if it were another, is found. */
    @Test
    void aBatchThatCountsTwiceIsFound() throws Exception {
        start();
        try (FarmLoad load = new FarmLoad(door);
                UdpLoad udp = new UdpLoad(door);
                TestTopics topics = new TestTopics(brokers.bootstrap())) {
            eventually("lines are there", () -> load.accepted() > 10 && udp.sent() > 200);
            int whole = udpAccount.awaitWhole(udp);
            sendLastAgain("cpu", topics);
            sendLastAgain("udp", topics);
            udp.end();
            load.end();
            assertThatThrownBy(() -> account.check(load)).hasMessageContaining("sums and counts by window");
            assertThatThrownBy(() -> udpAccount.check(udp, whole)).hasMessageContaining("of what UDP sent: [window ");
        }
    }

    /** Sends the last batch of a measurement once more. */
    private static void sendLastAgain(String measurement, TestTopics topics) {
        ConsumerRecord<byte[], byte[]> last = topics.readNow(new Topics("").raw()).stream()
                .filter(record -> !BatchHeaders.isEmpty(record.value()))
                .filter(record -> new String(record.value(), UTF_8).startsWith(measurement))
                .reduce((before, after) -> after)
                .orElseThrow();
        topics.send(new ProducerRecord<>(last.topic(), last.partition(), last.timestamp(), null, last.value()));
    }

    private void start() throws IOException {
        for (String service : List.of("gateway", "processing", "alarming", "writer")) {
            running.put(service, services.start(service, 0, door, Optional.empty()));
        }
        running.values().forEach(Instance::awaitReady);
    }

    private void fault() throws Exception {
        List<Map.Entry<String, Instance>> all = List.copyOf(running.entrySet());
        Map.Entry<String, Instance> chosen = all.get(random.nextInt(all.size()));
        String name = chosen.getKey();
        Instance one = chosen.getValue();
        switch (random.nextInt(9)) {
            case 0, 1 -> {
                history.add("kill " + name);
                one.replace();
                one.awaitReady();
            }
            case 2 -> {
                history.add("restart " + name);
                one.restart();
            }
            case 3 -> {
                history.add("hold " + name);
                one.process().suspend();
                pause(6_000);
                one.process().resume();
            }
            case 4 -> {
                history.add("hold broker");
                brokers.suspend(0);
                pause(6_000);
                brokers.resume(0);
            }
            case 5, 6, 7 -> {
                Administrator.Change change = administrator.change(random);
                history.add(change.name());
                pause(6_000);
                if (random.nextBoolean()) {
                    history.add("kill " + name + " meanwhile");
                    one.replace();
                    pause(4_000);
                }
                change.undo().run();
                one.awaitReady();
            }
            default -> {
                // What is in flight or spooled is sent by another life of the gateway, while the first has sent some of
                // it already.
                history.add("kill " + name + " while the broker is held");
                brokers.suspend(0);
                pause(4_000);
                one.replace();
                pause(2_000);
                brokers.resume(0);
                one.awaitReady();
            }
        }
    }

    /** For the life of it: nothing is waited for here. */
    private void pause(int mostMillis) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(random.nextInt(mostMillis));
    }
}
