package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.Rules;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.Topics;
import io.weir.standalone.embedded.EmbeddedBroker;
import io.weir.writer.WriterConfig;
import io.weir.writer.WriterService;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.testing.FreePorts;
import io.weir.writer.tier.Difference;
import io.weir.writer.tier.TierKeeper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/**
 * A writer of two targets between a real Kafka and a real store. The tiers have windows of
 * seconds and run in real time, because tiers are computed by the clock of the store. In the end, every
 * value of every tier must follow from raw.
 */
final class TierTrial implements AutoCloseable {
    static final String RULES = """
            version: 1
            storage:
              tiers:
                - {name: raw, keep: 7d}
                - {name: s2, every: 2s, keep: 30d}
                - {name: s10, every: 10s, keep: 2y}
              functions:
                - {measurement: later, numbers: [max, last]}
              exempt:
                - {match: {tags: {role: test}}}
            """;
    private static final int PARTITIONS = 2;
    private static final Duration WITHIN = Duration.ofMinutes(3);
    private static final long EVERY_NANOS = 100_000_000;

    private final EmbeddedBroker broker;
    private final TestTopics records;
    private final KafkaSettings kafka;
    private final TierStore store;
    private final Path directory;
    private final Path config;
    private final RuleFile rules = RuleLoader.parse("rules.yaml", RULES);
    private final Path rulesFile;
    private final TierLoad load;
    private SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private @Nullable WriterService writer;

    /**
     * Starts everything except the store, whose tiers are applied while it is empty, and the
     * writer.
     */
    TierTrial(Path directory, TierStore store) throws IOException {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        System.out.println("TierTrial seed=" + seed);
        this.directory = directory;
        this.store = store;
        broker = EmbeddedBroker.start(directory.resolve("kafka"), FreePorts.next(), FreePorts.next());
        records = new TestTopics(broker);
        kafka = new KafkaSettings(broker.bootstrap(), Map.of(), new Topics(""), PARTITIONS, (short) 1);
        try (Admin admin = Admin.create(kafka.clientProperties())) {
            TopicCreator.ensure(admin, kafka.declarations());
        }
        load = new TierLoad(seed, kafka.topics().storage(), PARTITIONS);
        rulesFile = Files.writeString(directory.resolve("rules.yaml"), RULES);
        config = Files.writeString(directory.resolve("writer.yaml"), """
                store: "%1$s"
                %3$s
                routes: [{measurement: elsewhere, to: other}]
                targets:
                  second:
                    store: "%2$s"
                    %3$s
                    routes: [{measurement: cpu, as: "{measurement}.{role}"}]
                """.formatted(
                        store.urlOf("metrics"), store.urlOf("second"), tokenSetting()));
        for (String database : List.of("metrics", "second")) {
            TierKeeper keeper = keeper(database);
            keeper.apply(keeper.plan(rules.storage()), rules.storage(), true, done -> {});
        }
    }

    private String tokenSetting() throws IOException {
        Optional<String> token = store.token();
        return token.isEmpty() ? "" : "token-file: " + Files.writeString(directory.resolve("token"), token.get());
    }

    /** Sends metrics for this many seconds. */
    void feed(int seconds, String... measurements) {
        long began = System.nanoTime();
        for (long turn = 0; turn * EVERY_NANOS < seconds * 1_000_000_000L; turn++) {
            load.batches(List.of(measurements), System.currentTimeMillis()).forEach(records::send);
            LockSupport.parkNanos(began + (turn + 1) * EVERY_NANOS - System.nanoTime());
        }
    }

    /** Sends metrics to a writer in its own process, which is killed meanwhile. */
    void feedUntilKilled(String measurement) throws IOException {
        Map<String, String> environment = Map.of(
                "WEIR_KAFKA_BOOTSTRAP", broker.bootstrap(),
                "WEIR_KAFKA_PARTITIONS", Integer.toString(PARTITIONS),
                "WEIR_METERS_PORT", "0",
                "WEIR_WRITER_RULES", rulesFile.toString());
        String[] command = {"writer", "--config", config.toString()};
        try (WeirProcess killed = WeirProcess.start(directory, environment, command)) {
            killed.awaitOutput("partitions assigned");
            feed(2, measurement);
            eventually("it is in the middle of it", () -> stored("metrics", measurement) > 0);
            killed.kill();
        }
        feed(1, measurement);
    }

    void startWriter() {
        meters = new SimpleMeterRegistry();
        WriterConfig read = YamlSource.file(config).read(WriterConfig::read);
        WriterService service = new WriterService(read, Rules.fixed(rules), kafka, meters);
        service.start();
        writer = service;
    }

    void stopWriter() {
        if (writer != null) {
            writer.close();
        }
    }

    /** How many points of a measurement were sent. */
    long fed(String measurement) {
        return load.count(measurement);
    }

    /** How many of them a database or bucket contains. */
    long stored(String database, String measurement) {
        return series(database, StorageTier.RAW, measurement).path("values").size();
    }

    /** The points that the store has for a tier and a measurement. */
    JsonNode series(String database, String tier, String measurement) {
        return store.series(database, tier, measurement);
    }

    /**
     * Compares every value of every tier.
     *
     * @param fed the measurement
     * @param name of the measurement in the database
     */
    void tiersAreWhatRawGives(String database, String fed, String name) {
        eventually(
                "all of " + fed + " is stored in " + database,
                WITHIN,
                () -> load.count(fed, name) == stored(database, name));
        try {
            eventually("tiers are what raw gives", WITHIN, () -> differences(database, fed, name)
                    .isEmpty());
        } catch (AssertionError e) {
            assertThat(differences(database, fed, name)).isEmpty();
            throw e;
        }
    }

    /** The differences between a database or bucket and the rules. */
    List<Difference> planned(String database) {
        try {
            return keeper(database).plan(rules.storage()).differences();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Checks that all marks are done, and that lines under way at the time have not changed their
     * results.
     */
    void nothingWaits() {
        for (String target : List.of("main", "second")) {
            assertThat(counted("marked", target)).isPositive();
            assertThat(counted("refused", target) + counted("gone", target)).isZero();
            eventually(
                    "nothing waits",
                    WITHIN,
                    () -> meters.get("weir.writer.tiers.waiting")
                                    .tag("target", target)
                                    .gauge()
                                    .value()
                            == 0);
        }
    }

    private double counted(String meter, String target) {
        return meters.get("weir.writer.tiers." + meter)
                .tag("target", target)
                .counter()
                .count();
    }

    @Override
    public void close() {
        stopWriter();
        records.close();
        broker.close();
    }

    private TierKeeper keeper(String database) {
        return TierKeeper.of(StoreCatalog.BUILT_IN.parse(store.urlOf(database)), store.token());
    }

    private List<String> differences(String database, String fed, String name) {
        List<String> wrong = new ArrayList<>();
        rules.storage().computed().forEach(tier -> {
            var shall = load.tier(
                    fed,
                    tier.window().toMillis(),
                    fed.equals("later") ? List.of("max", "last") : List.of("mean", "min", "max", "count"));
            var is = TierLoad.read(series(database, tier.name(), name));
            assertThat(shall).hasSizeGreaterThan(2);
            shall.forEach((window, fields) -> {
                if (!fields.equals(is.get(window))) {
                    wrong.add(tier.name() + " " + name + " " + window + ": shall " + fields + " is " + is.get(window));
                }
            });
            is.keySet().stream().filter(window -> !shall.containsKey(window)).forEach(wrong::add);
        });
        return wrong;
    }
}
