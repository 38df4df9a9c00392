package io.weir.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Quotas let processing, alarming and the writer in turn read and write half of the bytes that the
 * load needs. The service lags, but continues, and is ready. After the quota is lifted it catches up;
 * nothing is lost or counted twice. {@link FaultHistoryTest} throttles the gateway.
 */
@Tag("nightly")
class ThrottledServicesTest {
    private static final Duration WITHIN = Duration.ofMinutes(3);
    /** Of what a service reads and writes without a quota. */
    private static final double SHARE = 0.5;

    /** Ten seconds, in which the usual rates are measured. */
    private static final int MEASURED_BODIES = 100;

    private static final int LAG_SECONDS = 5;
    private static final String CHANGELOG = "-changelog";

    private static final List<Throttled> ALL = List.of(
            new Throttled(
                    "processing",
                    Set.of(Farm.TOPICS.raw(), Farm.TOPICS.partials()),
                    Set.of(Farm.TOPICS.storage(), Farm.TOPICS.live(), Farm.TOPICS.alarming(), Farm.TOPICS.partials())),
            new Throttled(
                    "alarming",
                    Set.of(Farm.TOPICS.alarming(), Farm.TOPICS.conditions()),
                    Set.of(Farm.TOPICS.conditions(), Farm.TOPICS.events(), Farm.TOPICS.state())),
            new Throttled("writer", Set.of(Farm.TOPICS.storage()), Set.of()));

    private final Farm farm;
    private final ConsumerGroups groups;
    private final Administrator administrator;
    private final Set<String> unready = new TreeSet<>();

    /** A service, with the topics that it reads and writes, without its changelogs. */
    private record Throttled(String service, Set<String> reads, Set<String> writes) {

        String group() {
            return "weir-" + service;
        }

        boolean isWritten(String topic) {
            return writes.contains(topic) || (topic.startsWith(group()) && topic.endsWith(CHANGELOG));
        }
    }

    /** Per second, without a quota. */
    private record Rates(double records, double readBytes, double writtenBytes) {}

    ThrottledServicesTest(@TempDir Path directory) throws IOException {
        farm = new Farm(directory, 1).createTopics();
        Admin admin = farm.brokers().admin();
        groups = new ConsumerGroups(admin);
        administrator = new Administrator(admin, Farm.TOPICS, "gateway0");
    }

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void aQuotaSlowsAServiceAndChangesNoResult() throws Exception {
        farm.start();
        try (FarmLoad load = new FarmLoad(farm.inputPort())) {
            awaitStored(load, "the start");
            for (Throttled each : ALL) {
                Rates usual = rates(each, load);
                Administrator.Change quota = throttle(each, usual);
                awaitSlow(each, usual);
                quota.undo().run();
                awaitStored(load, each.service + " without a quota");
            }
            load.end();
            farm.account().check(load);
        }
        assertThat(unready)
                .as("services that were not ready, though they worked")
                .isEmpty();
        assertThat(farm.ends()).isZero();
        for (Throttled each : ALL) {
            assertThat(farm.service(each.service).process().output())
                    .as("log of " + each.service)
                    .doesNotContain("a stream thread died");
        }
    }

    private Administrator.Change throttle(Throttled it, Rates usual) throws Exception {
        Set<String> consumers = groups.clients(it.group());
        Set<String> producers = consumers.stream()
                .map(id -> id.replaceFirst("-consumer$", "-producer"))
                .collect(Collectors.toSet());
        System.out.printf("ThrottledServicesTest: %s without a quota: %s, clients %s%n", it.service, usual, consumers);
        assertThat(consumers).isNotEmpty();
        return administrator.throttle(
                consumers, share(usual.readBytes, consumers), producers, share(usual.writtenBytes, producers));
    }

    /** Kafka refuses fractions, and zero. */
    private static double share(double bytes, Set<String> clients) {
        return Math.max(1, Math.round(bytes * SHARE / clients.size()));
    }

    private Rates rates(Throttled it, FarmLoad load) {
        int accepted = load.accepted();
        long beginNanos = System.nanoTime();
        long records = groups.ends(it.group());
        long read = bytes(it.reads::contains);
        long written = bytes(it::isWritten);
        await("bodies of ten seconds", () -> load.accepted() >= accepted + MEASURED_BODIES);
        double seconds = (System.nanoTime() - beginNanos) / 1e9;
        return new Rates(
                (groups.ends(it.group()) - records) / seconds,
                (bytes(it.reads::contains) - read) / seconds,
                (bytes(it::isWritten) - written) / seconds);
    }

    /** Returns when the service lags, and has continued since. */
    private void awaitSlow(Throttled it, Rates usual) {
        long enough = (long) (usual.records * LAG_SECONDS);
        await(it.service + " lags", () -> groups.ends(it.group()) - groups.committed(it.group()) > enough);
        long committed = groups.committed(it.group());
        await(it.service + " continues", () -> groups.committed(it.group()) > committed + usual.records);
    }

    /** Returns when all lines accepted so far are stored. */
    private void awaitStored(FarmLoad load, String after) {
        int accepted = load.accepted() + 1;
        await("more is accepted", () -> load.accepted() > accepted);
        long lines = (long) load.accepted() * FarmLoad.HOSTS;
        long beginNanos = System.nanoTime();
        await(after + ": all is stored", () -> farm.account().stored() >= lines);
        System.out.printf(
                "ThrottledServicesTest: %s, stored after %.1f s%n", after, (System.nanoTime() - beginNanos) / 1e9);
    }

    /** The size of topics on the only broker. */
    private long bytes(Predicate<String> topics) {
        try {
            return farm.brokers().admin().describeLogDirs(List.of(1)).allDescriptions().get().values().stream()
                    .flatMap(directories -> directories.values().stream())
                    .flatMap(directory -> directory.replicaInfos().entrySet().stream())
                    .filter(replica -> topics.test(replica.getKey().topic()))
                    .mapToLong(replica -> replica.getValue().size())
                    .sum();
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A busy machine may not answer in time; an answer must be true. */
    private void await(String what, BooleanSupplier holds) {
        farm.await(what, WITHIN, () -> {
            for (String service : Farm.SERVICES) {
                String health = farm.service(service).health();
                if (health.contains("\"NOT_READY\"") || health.contains("\"DEAD\"")) {
                    unready.add(what + ": " + health);
                }
            }
            return holds.getAsBoolean();
        });
    }
}
