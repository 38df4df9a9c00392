package io.weir.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * In a farm under load, the clocks of the gateway and of processing drift, and the clock of each service in turn is set
 * wrong and right again. With every clock all services continue: bodies are accepted and stored, alarms
 * reported, offsets committed.
 * In the end the account is correct. A service that ends because of its clock is restarted, as a
 * supervisor does.
 */
@Tag("nightly")
class ClockStepTest {
    private static final Duration WORKS_WITHIN = Duration.ofMinutes(3);
    private static final List<String> GROUPS = List.of("weir-processing", "weir-alarming", "weir-writer");

    /** These use the time: processing for windows, the gateway for stamps. */
    private static final List<String> DRIFTING = List.of("processing", "gateway");

    /** The number accepted in four seconds; alarms change every two. */
    private static final int BODIES = 40;

    /**
     * The number accepted in seventy seconds: longer than {@code gateway-timeout}, and than the minute
     * after which processing follows a contradicted gateway.
     */
    private static final int LASTING_BODIES = 700;

    private final Farm farm;
    private final ConsumerGroups groups;

    ClockStepTest(@TempDir Path directory) throws IOException {
        FakeClock.required();
        farm = new Farm(directory, 1).createTopics();
        groups = new ConsumerGroups(farm.brokers().admin());
    }

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void wrongClocksLoseAndRepeatNothing() throws Exception {
        farm.underClocks().start();
        try (FarmLoad load = new FarmLoad(farm.inputPort())) {
            awaitWorks(load, "the start");
            for (String service : DRIFTING) {
                drift(service, load);
                assertThat(farm.ends())
                        .as("ends by a drift and a leap second of " + service)
                        .isZero();
            }
            for (String service : Farm.SERVICES) {
                setBack(service, "-1h");
                awaitWorks(load, service + " an hour behind");
                setForward(service, "+1y");
                awaitWorks(load, service + " a year ahead");
                setBack(service, FakeClock.RIGHT);
                awaitWorks(load, service + " at the right time");
            }
            farm.awaitReady();
            load.end();
            farm.account().withForgottenAlarms().check(load);
        }
        // Once at an hour back, and once when it is right again.
        assertThat(farm.ends()).as("ends by steps").isEqualTo(2 * Farm.SERVICES.size());
    }

    /**
     * An hour is the most by which Kafka's defaults let a record be ahead. A gateway that starts a year
     * behind must not use its own time.
     */
    @Test
    void anHourAheadAndAYearBehindThatLastsChangeNothing() throws Exception {
        farm.underClocks().start();
        try (FarmLoad load = new FarmLoad(farm.inputPort())) {
            awaitWorks(load, "the start");
            for (String service : DRIFTING) {
                setForward(service, "+1h");
                awaitWorks(load, service + " an hour ahead");
                setBack(service, FakeClock.RIGHT);
                awaitWorks(load, service + " at the right time");
                setBack(service, "-1y");
                int accepted = load.accepted();
                await("it is a year behind for long", () -> load.accepted() >= accepted + LASTING_BODIES);
                awaitWorks(load, service + " a year behind");
                String said = service.equals("gateway") ? " days behind Kafka's" : "\"READY\"";
                await(
                        service + " reports: " + said,
                        () -> farm.service(service).health().contains(said));
                setForward(service, FakeClock.RIGHT);
                awaitWorks(load, service + " at the right time again");
            }
            farm.awaitReady();
            load.end();
            farm.account().check(load);
            farm.account().checkGroups(load);
        }
        assertThat(farm.ends()).as("ends by steps back").isEqualTo(2 * DRIFTING.size());
    }

    /** Returns when the service has ended because of the step, as it checks its clock once a second. */
    private void setBack(String service, String time) throws IOException {
        int ends = farm.ends();
        farm.clock(service).set(time);
        await(service + " ends, its clock set back", () -> farm.ends() > ends);
    }

    /** Returns when the service has noticed the step. */
    private void setForward(String service, String time) throws IOException {
        int steps = farm.stepsForward(service);
        farm.clock(service).set(time);
        await(service + " sees the step", () -> farm.stepsForward(service) > steps);
    }

    /** The clock of the service drifts by 1 %, and then repeats a leap second. */
    private void drift(String service, FarmLoad load) throws Exception {
        for (int hundredths = 0; hundredths < 15; hundredths++) {
            farm.clock(service).set(String.format(Locale.ROOT, "+%.2f", hundredths / 100.0));
            int accepted = load.accepted();
            await("bodies of a second", () -> load.accepted() >= accepted + 10);
        }
        farm.clock(service).set("-1");
        awaitWorks(load, service + " with a leap second");
        farm.clock(service).set(FakeClock.RIGHT);
        awaitWorks(load, service + " without drift");
    }

    /** Returns when every service has processed bodies that were accepted after this call. */
    private void awaitWorks(FarmLoad load, String with) {
        long startNanos = System.nanoTime();
        int accepted = load.accepted();
        long told = told();
        await(with + ": bodies are accepted", () -> load.accepted() >= accepted + BODIES);
        long lines = (long) load.accepted() * FarmLoad.HOSTS;
        await(with + ": they are stored", () -> farm.account().stored() >= lines);
        await(with + ": alarms are told", () -> told() >= told + FarmLoad.HOSTS);
        for (String group : GROUPS) {
            long committed = groups.committed(group);
            await(with + ": " + group + " commits", () -> groups.committed(group) > committed);
        }
        System.out.println("ClockStepTest " + with + " "
                + Duration.ofNanos(System.nanoTime() - startNanos).toMillis() + " ms, " + farm.ends() + " ends");
    }

    private void await(String what, BooleanSupplier holds) {
        farm.await(what, WORKS_WITHIN, holds);
    }

    /** The committed end of the alarm events. */
    private long told() {
        TopicPartition events = new TopicPartition(Farm.TOPICS.events(), 0);
        try {
            return farm.brokers()
                    .admin()
                    .listOffsets(
                            Map.of(events, OffsetSpec.latest()), new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                    .partitionResult(events)
                    .get()
                    .offset();
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
