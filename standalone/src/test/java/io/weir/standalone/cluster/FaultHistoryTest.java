package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.topic.BatchHeaders;
import io.weir.standalone.TestTopics;
import io.weir.writer.testing.SmallDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A farm under load: services and the broker are killed, restarted and suspended at random, the
 * network of a service may be cut, clocks may be set, the spool's disk becomes full, and an administrator
 * changes topic settings, quotas and rights. Consumed records are deleted, rules published, and the
 * store stopped. In the end the store, the windows and the alarms are
 * compared with an oracle of the acknowledged lines: all are present, none twice, none wrong. A body
 * without an answer is posted again, so it may count once more where repeats count: in some windows of
 * series, and in totals of runs. Lines over UDP may be lost by a fault, but never count twice.
 *
 * <p>Windows over groups are exact, with values held, correlations and rules over results; also under
 * wrong clocks, because a gateway whose clock is wrong uses the brokers' time, and does not tick. Two
 * things are not decided by the lines alone:
 *
 * <ul>
 *   <li>which lines a first result contains that is revised later: a fault delays lines beyond the
 *       grace, or the ticks that close the window. Until the first fault, both results are exact.
 *       Later, the first one contains the lines accepted within the grace (not judged under wrong
 *       clocks), and the final one is exact.
 *   <li>the run of a line that arrives while the run changes. So nothing is sent then, while a fault
 *       happens.
 * </ul>
 *
 * <p>{@code -Dweir.test.history.network=true} cuts the network of services;
 * {@code -Dweir.test.history.clocks=true} sets clocks if libfaketime is installed. The disk
 * becomes full if a small one can be mounted. {@code -Dweir.test.history.seconds} sets the least
 * duration, after which the round of all kinds of faults is completed; {@code build/nightly} runs for half
 * an hour. {@code -Dweir.test.seed} repeats the choice of faults.
 */
@Tag("nightly")
class FaultHistoryTest {
    private static final int DISK_MEBIBYTES = 64;
    /** One round of all kinds of faults, however long it takes. */
    private static final long SECONDS = 1;

    /** Twenty seconds before the first fault, in which first and revised results are exact. */
    private static final int CALM_BODIES = 100;

    private static final Duration ACCEPTED_WITHIN = Duration.ofMinutes(3);

    private final long seconds = Long.getLong("weir.test.history.seconds", SECONDS);
    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    private final Farm farm;
    private final Optional<SmallDisk> spool;

    FaultHistoryTest(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path directory) throws IOException {
        farm = new Farm(directory, 1).createTopics();
        spool = SmallDisk.mount(farm.spool(), DISK_MEBIBYTES);
    }

    @AfterEach
    void close() {
        farm.close();
        spool.ifPresent(SmallDisk::close);
    }

    @Test
    void whateverHappensWhatWasAcknowledgedCountsOnce() throws Exception {
        System.out.println("FaultHistoryTest seed=" + seed + " seconds=" + seconds);
        boolean hasClocks = Boolean.getBoolean("weir.test.history.clocks") && FakeClock.isThere();
        if (hasClocks) {
            farm.underClocks();
        }
        boolean hasLinks = Boolean.getBoolean("weir.test.history.network");
        if (hasLinks) {
            farm.behindLinks();
        }
        farm.underPublishedRules().start();
        Faults faults = new Faults(farm, random, hasClocks, hasLinks, spool);
        try (FarmLoad load = new FarmLoad(farm.inputPort());
                GroupLoad groups = new GroupLoad(farm.inputPort(), new Random(seed));
                RunLoad runs = new RunLoad(farm.inputPort(), farm.runAccount(), new Random(seed));
                UdpLoad udp = new UdpLoad(farm.inputPort())) {
            eventually("the first is stored", () -> farm.account().stored() > 0 && udp.sent() > 400);
            eventually("windows have been revised", () -> groups.accepted() > CALM_BODIES);
            int whole = farm.udpAccount().awaitWhole(udp);
            long calmUntilMillis = System.currentTimeMillis();
            cause(faults, runs);
            int accepted = load.accepted();
            eventually("more is accepted", ACCEPTED_WITHIN, () -> load.accepted() > accepted + 10);
            udp.end();
            load.end();
            groups.end();
            runs.end();
            farm.account().check(load);
            farm.account().checkGroups(load);
            farm.groupAccount().check(groups);
            farm.groupAccount().checkRevised(groups, farm.brokers().bootstrap(), calmUntilMillis, hasClocks);
            farm.runAccount().check(runs);
            farm.udpAccount().check(udp, whole);
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + ", after " + faults.history() + ": " + e.getMessage(), e);
        }
        assertThat(faults.history()).isNotEmpty();
        System.out.println("FaultHistoryTest " + faults.history());
    }

    /** Causes faults; every second one happens while the run changes. */
    private void cause(Faults faults, RunLoad runs) throws Exception {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (boolean isChange = false; System.nanoTime() < endNanos || !faults.isRoundOver(); isChange = !isChange) {
            if (isChange) {
                runs.change();
            }
            faults.next();
            if (isChange) {
                runs.goOn();
            }
        }
    }

    /**
     * The check can fail: it finds a record that is sent to {@code metrics.raw} again with a new
     * identity. {@link PartialFaultsTest} does the same for partials of groups; {@link GroupOracleTest}
     * and others find the mistakes that the farm cannot be made to make.
     */
    @Test
    void aBatchThatCountsTwiceIsFound() throws Exception {
        farm.start();
        try (FarmLoad load = new FarmLoad(farm.inputPort());
                RunLoad runs = new RunLoad(farm.inputPort(), farm.runAccount(), new Random(seed));
                UdpLoad udp = new UdpLoad(farm.inputPort());
                TestTopics topics = new TestTopics(farm.brokers().bootstrap())) {
            eventually("lines are there", () -> load.accepted() > 10 && udp.sent() > 200);
            eventually("lines of a run are there", () -> farm.runAccount().stored() > 0);
            int whole = farm.udpAccount().awaitWhole(udp);
            sendLastAgain("cpu", topics);
            sendLastAgain("udp", topics);
            sendLastAgain("shift", topics);
            udp.end();
            load.end();
            runs.end();
            assertThatThrownBy(() -> farm.account().check(load)).hasMessageContaining("sums and counts by window");
            assertThatThrownBy(() -> farm.udpAccount().check(udp, whole))
                    .hasMessageContaining("of what UDP sent: [window ");
            assertThatThrownBy(() -> farm.runAccount().check(runs)).hasMessageContaining("totals of runs");
        }
    }

    /** Sends the last batch with lines of a measurement once more. */
    private static void sendLastAgain(String measurement, TestTopics topics) {
        ConsumerRecord<byte[], byte[]> last = topics.readNow(Farm.TOPICS.raw()).stream()
                .filter(record -> !BatchHeaders.isEmpty(record.value()))
                .filter(record -> new String(record.value(), UTF_8).contains(measurement + ","))
                .reduce((before, after) -> after)
                .orElseThrow();
        topics.send(new ProducerRecord<>(last.topic(), last.partition(), last.timestamp(), null, last.value()));
    }
}
