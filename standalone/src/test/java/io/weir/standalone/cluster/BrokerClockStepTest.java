package io.weir.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weir.contract.topic.BatchHeaders;
import io.weir.contract.topic.Rejection;
import io.weir.gateway.intake.stamp.StampLimits;
import io.weir.standalone.TestTopics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A farm under load. The clock of its only broker is set wrong and right again, several times. The
 * gateway disagrees with the broker: it reports this, uses the broker's time and does not tick. Once
 * the clock is right, all services become ready by themselves, and the account is right.
 */
@Tag("nightly")
class BrokerClockStepTest {
    private static final Duration WITHIN = Duration.ofMinutes(3);
    /** Number of bodies that are accepted in four seconds: alarms change every two seconds. */
    private static final int BODIES = 40;

    private static final long WINDOW_MILLIS = 1_000;
    /** As far as the gateway's time may be from the broker's, and a busy machine late. */
    private static final long NEAR_MILLIS = 1_200_000;

    /**
     * While the broker is behind, lines are ahead of their receive time by as long as it has been so:
     * longer than the default allows on a busy machine. The last line of a load is ahead by more.
     */
    private static final String AHEAD = "5m";

    private final FakeClock clock;
    private final Farm farm;
    private final TestTopics topics;
    private final List<Cut> cuts = new ArrayList<>();

    /**
     * When the clock of a broker was set back, when it was set right, and when all services were
     * ready, in milliseconds since the epoch. The gateway's first tick after that may close open
     * windows early: those whose end and grace are nearer than the clock was wrong.
     */
    private record Cut(long wrongMillis, long rightMillis, long readyMillis) {
        boolean mayBeIn(long windowMillis) {
            boolean isOpen = windowMillis + WINDOW_MILLIS > rightMillis && windowMillis <= readyMillis;
            return isOpen
                    && windowMillis + WINDOW_MILLIS + FarmRules.GRACE_MILLIS
                            < readyMillis + (readyMillis - wrongMillis);
        }
    }

    BrokerClockStepTest(@TempDir Path directory) throws IOException {
        clock = new FakeClock(directory, "broker");
        farm = new Farm(directory, new Brokers(directory, 1, clock.environment()))
                .with("processing", Map.of("WEIR_PROCESSING_AHEAD", AHEAD))
                .with("alarming", Map.of("WEIR_ALARMING_AHEAD", AHEAD))
                .createTopics();
        topics = new TestTopics(farm.brokers().bootstrap());
    }

    @AfterEach
    void close() {
        topics.close();
        farm.close();
    }

    @Test
    void stepsOfTheBrokerLoseAndRepeatNothing() throws Exception {
        farm.start();
        keepAllRecords();
        try (FarmLoad load = new FarmLoad(farm.inputPort())) {
            awaitBodies(load, "a right clock", BODIES);
            step(load, "+1h", Duration.ofHours(1), "behind Kafka's");
            // At an hour the gateway would refuse the farm's correct timestamps as an hour ahead.
            step(load, "-59m", Duration.ofMinutes(-59), "ahead of Kafka's");
            step(load, "+1y", Duration.ofDays(365), "days behind Kafka's");
            awaitBodies(load, "the end", BODIES);
            load.end();
            LongPredicate isCut = window -> cuts.stream().anyMatch(cut -> cut.mayBeIn(window));
            farm.account().check(load, isCut);
        }
        assertThat(farm.ends()).as("ends of services, whose clocks were right").isZero();
    }

    @Test
    void aDriftAndALeapSecondOfTheBrokerChangeNothing() throws Exception {
        farm.start();
        try (FarmLoad load = new FarmLoad(farm.inputPort())) {
            awaitBodies(load, "a right clock", BODIES);
            for (int hundredths = 1; hundredths < 15; hundredths++) {
                clock.set(String.format(Locale.ROOT, "+%.2f", hundredths / 100.0));
                awaitBodies(load, "a drift of 1 %", 10);
            }
            clock.set("-1");
            awaitBodies(load, "a leap second", BODIES);
            clock.set(FakeClock.RIGHT);
            awaitBodies(load, "the end", BODIES);
            load.end();
            farm.account().check(load);
        }
        assertThat(farm.service("gateway").process().output())
                .as("log of the gateway")
                .doesNotContain("behind Kafka's", "ahead of Kafka's");
        assertThat(farm.ends()).as("ends of services, whose clocks were right").isZero();
    }

    /** The farm's correct timestamps are a year ahead of the broker's time, so they are refused meanwhile. */
    @Test
    void aYearBackOfTheBrokerRefusesLinesAndLosesNone() throws Exception {
        farm.start();
        keepAllRecords();
        try (FarmLoad load = new FarmLoad(farm.inputPort())) {
            awaitBodies(load, "a right clock", BODIES);
            long wrongMillis = System.currentTimeMillis();
            clock.set("-1y");
            await(
                    "-1y: the gateway says so",
                    () -> farm.service("gateway").health().contains("ahead of Kafka's"));
            await("-1y: lines are refused as ahead", () -> refusedAsAhead() > 0);
            int accepted = load.accepted();
            long rightMillis = System.currentTimeMillis();
            clock.set(FakeClock.RIGHT);
            farm.awaitReady();
            cuts.add(new Cut(wrongMillis, rightMillis, System.currentTimeMillis()));
            awaitBodies(load, "the end", BODIES);
            load.end();
            assertThat(load.accepted()).isGreaterThan(accepted + BODIES);
            farm.account().check(load, window -> cuts.get(0).mayBeIn(window));
        }
        assertThat(farm.ends()).as("ends of services, whose clocks were right").isZero();
    }

    private long refusedAsAhead() {
        return topics.readNow(Farm.TOPICS.rejected()).stream()
                .filter(record -> Rejection.read(record.headers()).reason().equals(StampLimits.AHEAD))
                .count();
    }

    /** A broker deletes old records every five minutes. A year ahead, it would delete all of them. */
    private void keepAllRecords() throws Exception {
        Admin admin = farm.brokers().admin();
        List<AlterConfigOp> forEver =
                List.of(new AlterConfigOp(new ConfigEntry("retention.ms", "-1"), AlterConfigOp.OpType.SET));
        Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
        for (String topic : admin.listTopics().names().get()) {
            changes.put(new ConfigResource(ConfigResource.Type.TOPIC, topic), forEver);
        }
        admin.incrementalAlterConfigs(changes).all().get();
    }

    /** Sets the clock wrong, returns once it is right and all services are ready. */
    private void step(FarmLoad load, String step, Duration offset, String said) throws IOException {
        long wrongMillis = System.currentTimeMillis();
        clock.set(step);
        await(
                step + ": the gateway says so",
                () -> farm.service("gateway").health().contains(said));
        awaitBodies(load, step, 2);
        Set<Place> before = raw().stream().map(Place::of).collect(Collectors.toSet());
        awaitBodies(load, step, BODIES);
        List<ConsumerRecord<byte[], byte[]>> raw = raw();
        raw.removeIf(record -> before.contains(Place.of(record)));
        assertThat(raw).isNotEmpty().allSatisfy(record -> {
            assertThat(BatchHeaders.isEmpty(record.value())).as("is a tick").isFalse();
            assertThat(record.timestamp())
                    .as("stamp by the broker's time")
                    .isCloseTo(System.currentTimeMillis() + offset.toMillis(), within(NEAR_MILLIS));
        });
        long rightMillis = System.currentTimeMillis();
        clock.set(FakeClock.RIGHT);
        farm.awaitReady();
        long readyMillis = System.currentTimeMillis();
        if (offset.isNegative()) {
            cuts.add(new Cut(wrongMillis, rightMillis, readyMillis));
        }
        System.out.printf(
                "BrokerClockStepTest: %s for %d ms, all ready %d ms after, %d records%n",
                step, rightMillis - wrongMillis, readyMillis - rightMillis, raw.size());
    }

    private record Place(int partition, long offset) {
        static Place of(ConsumerRecord<byte[], byte[]> record) {
            return new Place(record.partition(), record.offset());
        }
    }

    private List<ConsumerRecord<byte[], byte[]>> raw() {
        return topics.readNow(Farm.TOPICS.raw());
    }

    private void awaitBodies(FarmLoad load, String with, int count) {
        int accepted = load.accepted();
        await(with + ": bodies are accepted", () -> load.accepted() >= accepted + count);
        long lines = (long) load.accepted() * FarmLoad.HOSTS;
        await(with + ": they are stored", () -> farm.account().stored() >= lines);
    }

    private void await(String what, BooleanSupplier holds) {
        farm.await(what, WITHIN, holds);
    }
}
