package io.weir.writer.tier;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.testing.ClickHouseServers;
import io.weir.writer.testing.ServerProcess;
import io.weir.writer.tier.TierServer.Life;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Tables of a real ClickHouse 26 that it does not list, because they are dropped, or the user lost the rights. */
@Tag("long")
@TestInstance(Lifecycle.PER_CLASS)
class ClickHouseHiddenTablesTest {
    private static final StorageRules RULES =
            Tiers.rules("storage: {tiers: [{name: raw, keep: 1d}, {name: m1, every: 1m, keep: 2y}]}");
    private static final long MINUTE = 60_000;
    private static final long PAUSE_NANOS = 600_000_000_000L;

    private static final Map<String, List<String>> ROLES = Map.of(
            "everything", List.of("ALL ON *.*"),
            "no-tier", List.of("ALL ON hidden.*", "ALL ON weir_hidden_m1.disk"),
            "no-tiers", List.of("ALL ON hidden.*"),
            "no-raw", List.of("ALL ON hidden.disk", "ALL ON weir_hidden_m1.*"),
            "no-columns", List.of("ALTER MODIFY TTL ON hidden.*", "ALL ON hidden.disk", "ALL ON weir_hidden_m1.*"),
            "nothing", List.of("SELECT ON system.one"));

    private final AtomicLong nanos = new AtomicLong();
    private ServerProcess server;
    private SimpleMeterRegistry registry;
    private StoreLines lines;
    private Tiers tiers;
    private long start;

    @BeforeAll
    void start() {
        server = ClickHouseServers.chdb(ROLES);
    }

    @AfterAll
    void end() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void open() throws IOException {
        registry = new SimpleMeterRegistry();
        lines = new StoreLines(url(), Optional.of("secret"));
        tiers = new Tiers(url(), Optional.of("secret"));
        start = System.currentTimeMillis() / MINUTE * MINUTE - 30 * MINUTE;
        write(0, 20);
        tiers.apply(RULES, true);
    }

    @AfterEach
    void close() {
        use("everything");
        lines.close();
        server.post("/", "DROP DATABASE hidden");
        server.post("/", "DROP DATABASE IF EXISTS weir_hidden_m1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-tier", "no-tiers", "no-raw", "no-columns", "nothing"})
    void windowsOfATableWithoutRightsWait(String role) throws IOException {
        Recomputer writer = writer();
        writer.run(RULES, List.of(), new Life(0, start + 15 * MINUTE));
        write(5, 6);
        write(20, 30);
        use(role);

        Recomputer.Round round = writer.run(RULES, List.of(cpu(5, 6)), new Life(0, start + 20 * MINUTE));
        assertThat(ofCpu(round.refused())).containsExactly(cpu(5, 6), ended(round, 19));
        assertThat(round.open()).isEmpty();
        assertThat(registry.get("weir.writer.tiers.failures").counter().count()).isPositive();

        Recomputer restarted = writer();
        assertThat(ofCpu(restarted.run(RULES, round.rest(), round.life()).rest()))
                .isEqualTo(ofCpu(round.rest()));
        Recomputer.Round later = restarted.run(RULES, List.of(), new Life(0, start + 25 * MINUTE));
        assertThat(ofCpu(later.refused())).as("of windows that end meanwhile").containsExactly(ended(later, 24));

        use("everything");
        nanos.addAndGet(PAUSE_NANOS);
        assertThat(restarted.run(RULES, round.rest(), later.life()).rest()).isEmpty();
        assertThat(means()).isEqualTo(expected());
    }

    @ParameterizedTest
    @CsvSource({
        "everything, TABLE hidden.cpu",
        "everything, TABLE weir_hidden_m1.cpu",
        "everything, DATABASE weir_hidden_m1",
        "no-raw, TABLE hidden.cpu",
        "no-tier, TABLE weir_hidden_m1.cpu",
        "no-tiers, DATABASE weir_hidden_m1",
        "nothing, TABLE hidden.cpu",
    })
    void windowsOfADroppedTableDoNotWait(String role, String dropped) throws IOException {
        Recomputer writer = writer();
        writer.run(RULES, List.of(), new Life(0, start + 15 * MINUTE));
        server.post("/", "DROP " + dropped);
        use(role);

        Recomputer.Round round = writer.run(RULES, List.of(cpu(5, 6)), new Life(0, start + 20 * MINUTE));

        assertThat(ofCpu(round.rest())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"no-tier, weir_hidden_m1.cpu", "no-raw, hidden.cpu"})
    void theLogNamesTheTableAndTheRemedyOnce(String role, String table) throws IOException {
        Logger logger = (Logger) LoggerFactory.getLogger(Refusals.class);
        ListAppender<ILoggingEvent> shown = new ListAppender<>();
        shown.start();
        logger.addAppender(shown);
        try {
            Recomputer writer = writer();
            use(role);
            for (int round = 0; round < 3; round++) {
                writer.run(RULES, List.of(cpu(5, 6)), new Life(0, start + 20 * MINUTE));
                nanos.addAndGet(PAUSE_NANOS);
            }
        } finally {
            logger.detachAppender(shown);
        }
        assertThat(shown.list).singleElement().satisfies(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.ERROR);
            assertThat(event.getFormattedMessage())
                    .contains("tier=m1 measurement=cpu")
                    .contains("the grant SELECT ON " + table)
                    .contains("grant the rights of docs/storage.md (Tiers in ClickHouse)");
        });
        assertThat(registry.get("weir.writer.tiers.failures").counter().count()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-tier", "no-tiers", "no-raw", "no-columns", "nothing"})
    void noPlanDeletesATierWhoseTableOfRawIsHidden(String role) throws IOException {
        use(role);

        assertThat(tiers.plan(RULES)).noneMatch(difference -> difference.startsWith("-"));
    }

    private String url() {
        return "clickhouse://weir@" + server.address() + "/hidden";
    }

    private Recomputer writer() {
        TierServer house = TierServers.of(StoreCatalog.BUILT_IN.parse(url()), Optional.of("secret"))
                .orElseThrow();
        return new Recomputer(house, new TierMeters(registry, "main"), nanos::get);
    }

    private void use(String role) {
        server.post("/", "SET ROLE `" + role + "`");
    }

    /** A line for each minute. */
    private void write(int from, int to) {
        for (int minute = from; minute < to; minute++) {
            long stamp = (start + minute * MINUTE) * 1_000_000;
            lines.write("cpu,host=a value=" + minute + " " + stamp, "disk,host=a value=1 " + stamp);
        }
    }

    private Mark cpu(int from, int to) {
        return new Mark("m1", Optional.of("cpu"), start + from * MINUTE, start + to * MINUTE);
    }

    private Mark ended(Recomputer.Round round, int from) {
        long to = round.life().nowMillis() / MINUTE * MINUTE;
        return new Mark("m1", Optional.of("cpu"), start + from * MINUTE, to);
    }

    private static List<Mark> ofCpu(List<Mark> marks) {
        return marks.stream()
                .filter(mark -> mark.measurement().equals(Optional.of("cpu")))
                .toList();
    }

    private Map<Long, Double> means() {
        Map<Long, Double> means = new HashMap<>();
        ClickHouseRows.select(
                        server,
                        "SELECT toString(toUnixTimestamp64Milli(timestamp)) AS time, value_mean FROM"
                                + " weir_hidden_m1.cpu FINAL WHERE value_mean IS NOT NULL")
                .forEach(row -> means.put(
                        row.path("time").asLong(), row.path("value_mean").asDouble()));
        return means;
    }

    private Map<Long, Double> expected() {
        Map<Long, Double> means = new HashMap<>();
        for (int minute = 0; minute < 30; minute++) {
            means.put(start + minute * MINUTE, (double) minute);
        }
        return means;
    }
}
