package io.weir.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.standalone.Eventually;
import io.weir.writer.testing.EmbeddedQuestDb;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A farm under load, the clock of one service after the other is set wrong and right again. With every clock all services go on: bodies are
 * accepted and stored, alarms told, offsets committed. In the end the account is right. A service that ends because of its clock is started
 * again, as a supervisor does.
 */
@Execution(ExecutionMode.CONCURRENT)
class ClockStepTest {
    private static final int PARTITIONS = 4;
    private static final Duration WORKS_WITHIN = Duration.ofSeconds(60);
    private static final Topics TOPICS = new Topics("");
    private static final List<String> STEPS = List.of("-1h", "+1y", FakeClock.RIGHT);
    private static final List<String> GROUPS = List.of("weir-processing", "weir-alarming", "weir-writer");

    /** What is accepted in four seconds: alarms change in each two. */
    private static final int BODIES = 40;

    private final Path directory;
    private final Map<String, FakeClock> clocks = new LinkedHashMap<>();
    private final Map<String, Instance> running = new LinkedHashMap<>();
    private final List<String> ends = new ArrayList<>();
    private final Brokers brokers;
    private final EmbeddedQuestDb questDb;
    private final FarmAccount account;
    private final FarmServices services;
    private final int door = FreePorts.next();

    ClockStepTest(@TempDir Path directory) throws IOException {
        this.directory = directory;
        FakeClock.required();
        brokers = new Brokers(directory, 1);
        questDb = new EmbeddedQuestDb(directory.resolve("questdb")).start();
        account = new FarmAccount(questDb, brokers.bootstrap());
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
    void stepsOfServicesLoseAndRepeatNothing() throws Exception {
        start();
        try (FarmLoad load = new FarmLoad(door)) {
            awaitWorks(load, "the start");
            for (String service : running.keySet()) {
                for (String step : STEPS) {
                    clock(service).set(step);
                    awaitWorks(load, service + " at " + step);
                }
            }
            check(load);
        }
        assertThat(ends).as("ends").isNotEmpty().allMatch(end -> end.endsWith(" 4"));
    }

    @Test
    void aDriftAndALeapSecondOfTheGatewayEndNothing() throws Exception {
        start();
        try (FarmLoad load = new FarmLoad(door)) {
            awaitWorks(load, "the start");
            for (int hundredths = 0; hundredths < 15; hundredths++) {
                clock("gateway").set(String.format(Locale.ROOT, "+%.2f", hundredths / 100.0));
                int accepted = load.accepted();
                await("bodies of a second", () -> load.accepted() >= accepted + 10);
            }
            clock("gateway").set("-1");
            awaitWorks(load, "a leap second");
            clock("gateway").set(FakeClock.RIGHT);
            check(load);
        }
        assertThat(ends).isEmpty();
    }

    private void start() throws IOException {
        for (String service : List.of("gateway", "processing", "alarming", "writer")) {
            clocks.put(service, new FakeClock(directory, service));
            running.put(service, services.start(service, door, clock(service)));
        }
        running.values().forEach(Instance::awaitReady);
    }

    private void check(FarmLoad load) {
        running.values().forEach(Instance::awaitReady);
        load.end();
        account.check(load);
    }

    private FakeClock clock(String of) {
        return Objects.requireNonNull(clocks.get(of));
    }

    /** Returns once every service did its work on what was accepted after this was called. */
    private void awaitWorks(FarmLoad load, String with) {
        long startNanos = System.nanoTime();
        int accepted = load.accepted();
        long told = told();
        await(with + ": bodies are accepted", () -> load.accepted() >= accepted + BODIES);
        long lines = (long) load.accepted() * FarmLoad.HOSTS;
        await(with + ": they are stored", () -> account.stored() >= lines);
        await(with + ": alarms are told", () -> told() >= told + FarmLoad.HOSTS);
        for (String group : GROUPS) {
            long committed = committed(group);
            await(with + ": " + group + " commits", () -> committed(group) > committed);
        }
        System.out.println("ClockStepTest " + with + " "
                + Duration.ofNanos(System.nanoTime() - startNanos).toMillis() + " ms " + ends);
    }

    private void await(String what, BooleanSupplier holds) {
        Eventually.eventually(what, WORKS_WITHIN, () -> {
            supervise();
            return holds.getAsBoolean();
        });
    }

    private void supervise() {
        running.forEach((service, instance) -> {
            try {
                int code = instance.startIfEnded();
                if (code != 0) {
                    ends.add(service + " " + code);
                }
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** How far the events of alarms are committed. */
    private long told() {
        TopicPartition events = new TopicPartition(TOPICS.events(), 0);
        return asked(admin -> admin.listOffsets(
                        Map.of(events, OffsetSpec.latest()), new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                .partitionResult(events)
                .get()
                .offset());
    }

    private long committed(String group) {
        return asked(
                admin -> admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().values().stream()
                        .mapToLong(offset -> offset.offset())
                        .sum());
    }

    private interface Question {
        long ask(Admin admin) throws ExecutionException, InterruptedException;
    }

    private long asked(Question question) {
        try {
            return question.ask(brokers.admin());
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
