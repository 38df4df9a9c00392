package io.weir.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.GroupState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The network between the services and the broker is cut, for one service after the other, and then
 * between one of three brokers and the others. Nothing arrives, but no connection is closed. All this
 * happens under load, of which nothing may be lost, counted twice or reported twice.
 */
@Tag("nightly")
class NetworkPartitionTest {
    private static final Duration WITHIN = Duration.ofMinutes(2);
    /** Bodies of three seconds. */
    private static final int BODIES = 30;

    private final Path directory;

    NetworkPartitionTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void aServiceThatIsCutOffReportsItAndReturnsByItself() throws Exception {
        try (Farm farm = new Farm(directory, 1)) {
            farm.createTopics().behindLinks().start();
            try (FarmLoad load = new FarmLoad(farm.inputPort())) {
                awaitStored(farm, load, "the first");
                cutOff(farm, load, List.of("gateway"));
                cutOff(farm, load, List.of("processing"));
                cutOff(farm, load, List.of("alarming", "writer"));
                load.end();
                farm.account().check(load);
            }
            assertThat(farm.ends()).isZero();
        }
    }

    /** Returns when the services are ready again, and have caught up. */
    private static void cutOff(Farm farm, FarmLoad load, List<String> cut) throws Exception {
        cut.forEach(farm::cutOff);
        for (String service : Farm.SERVICES) {
            if (cut.contains(service)) {
                String expected = service.equals("gateway") ? "Kafka is away: " : "Kafka does not answer: no response";
                farm.await(service + " reports '" + expected + "'", WITHIN, () -> farm.service(service)
                        .health()
                        .contains(expected));
            }
        }
        for (String service : cut) {
            if (!service.equals("gateway")) {
                farm.await("Kafka ends the session of " + service, WITHIN, () -> isEmpty(farm, "weir-" + service));
            }
        }
        awaitOthersReady(farm, cut);
        awaitAccepted(farm, load);
        awaitOthersReady(farm, cut);
        cut.forEach(farm::reconnect);
        awaitStored(farm, load, "what waited for " + cut);
    }

    /** Their answer may be late on a busy machine. */
    private static void awaitOthersReady(Farm farm, List<String> cut) {
        for (String service : Farm.SERVICES) {
            if (!cut.contains(service)) {
                farm.await(service + " is ready while " + cut + " is cut off", WITHIN, () -> farm.service(service)
                        .isReady());
            }
        }
    }

    private static boolean isEmpty(Farm farm, String group) {
        try {
            return farm.brokers().admin().describeConsumerGroups(List.of(group)).all().get().values().stream()
                    .allMatch(each -> each.groupState() == GroupState.EMPTY);
        } catch (ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aBrokerThatIsCutOffFromTheOthersLosesAndRepeatsNothing() throws Exception {
        try (Farm farm = farmOfThreeBrokers()) {
            farm.createTopics().start();
            try (FarmLoad load = new FarmLoad(farm.inputPort())) {
                awaitStored(farm, load, "the first");
                String raw = Farm.TOPICS.raw();
                farm.brokers().cutOff(0);
                farm.await(
                        "its replicas are out of sync",
                        WITHIN,
                        () -> farm.brokers().inSync(raw) == 2);
                awaitAccepted(farm, load);
                farm.brokers().rejoin(0, raw);
                awaitStored(farm, load, "what waited for the broker");
                load.end();
                farm.account().check(load);
            }
            assertThat(farm.ends()).isZero();
        }
    }

    private Farm farmOfThreeBrokers() throws IOException {
        return new Farm(directory, Brokers.behindLinks(directory, 3));
    }

    private static void awaitAccepted(Farm farm, FarmLoad load) {
        int before = load.accepted();
        farm.await("more is accepted", WITHIN, () -> load.accepted() > before + BODIES);
    }

    private static void awaitStored(Farm farm, FarmLoad load, String what) {
        long beginNanos = System.nanoTime();
        farm.awaitReady();
        long readyNanos = System.nanoTime();
        awaitAccepted(farm, load);
        long lines = (long) load.accepted() * load.hosts();
        farm.await(what + " is stored", WITHIN, () -> farm.account().stored() >= lines);
        System.out.printf(
                "NetworkPartitionTest: all are ready after %.1f s, %s is stored after %.1f s%n",
                (readyNanos - beginNanos) / 1e9, what, (System.nanoTime() - beginNanos) / 1e9);
    }
}
