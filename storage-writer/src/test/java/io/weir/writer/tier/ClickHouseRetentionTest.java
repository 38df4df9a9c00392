package io.weir.writer.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.testing.ClickHouseServers;
import io.weir.writer.testing.ServerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A real ClickHouse 26 gets new tags and fields while shorter retentions of the rules are not applied yet. */
@Tag("long")
@TestInstance(Lifecycle.PER_CLASS)
class ClickHouseRetentionTest {
    private static final long MINUTE = 60_000;

    private ServerProcess server;
    private TierServer house;
    private StoreLines lines;
    private Tiers tiers;
    private long start;

    @BeforeAll
    void start() {
        server = ClickHouseServers.chdb();
    }

    @AfterAll
    void end() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void open() throws IOException {
        String url = "clickhouse://weir@" + server.address() + "/kept";
        lines = new StoreLines(url, Optional.of("secret"));
        tiers = new Tiers(url, Optional.of("secret"));
        house = TierServers.of(StoreCatalog.BUILT_IN.parse(url), Optional.of("secret"))
                .orElseThrow();
        start = System.currentTimeMillis() / MINUTE * MINUTE - 180 * MINUTE;
        lines.write("cpu,host=a value=1 " + stamp(0), "cpu,host=a value=2 " + stamp(170));
        tiers.apply(rules("1d", "30d"), true);
    }

    @AfterEach
    void close() {
        lines.close();
        server.post("/", "DROP DATABASE kept");
        server.post("/", "DROP DATABASE weir_kept_m1");
    }

    @ParameterizedTest
    @CsvSource({"1h, 30d", "1d, 20d", "1h, 20d"})
    void aNewTagStopsNoTier(String raw, String tier) throws IOException {
        StorageRules shorter = rules(raw, tier);
        lines.write("cpu,host=a,rack=r value=3,n=1i " + stamp(171), "cpu,host=a,rack=s value=5,n=1i " + stamp(171));

        Recomputer writer = new Recomputer(house, new TierMeters(new SimpleMeterRegistry(), "main"), System::nanoTime);
        List<Mark> later = new ArrayList<>();
        writer.grow(shorter, later::add);
        writer.run(shorter, later, house.life());

        assertThat(means())
                .isEqualTo(Map.of(
                        TierPoints.key("a", "", stamp(0)), 1.0,
                        TierPoints.key("a", "", stamp(170)), 2.0,
                        TierPoints.key("a", "r", stamp(171)), 3.0,
                        TierPoints.key("a", "s", stamp(171)), 5.0));
        assertThat(tiers.plan(rules("1d", "30d")))
                .as("no retention is shorter yet")
                .isEmpty();
        assertThat(tiers.plan(shorter)).isNotEmpty().allMatch(line -> line.contains("only with --allow-delete"));
        later.clear();
        writer.grow(shorter, later::add);
        assertThat(later).as("nothing is computed again").isEmpty();
        tiers.apply(shorter, true);
        assertThat(tiers.plan(shorter)).isEmpty();
    }

    private static StorageRules rules(String raw, String tier) {
        return Tiers.rules(
                "storage: {tiers: [{name: raw, keep: " + raw + "}, {name: m1, every: 1m, keep: " + tier + "}]}");
    }

    private Map<String, Object> means() {
        return new ClickHouseRows(server, "weir_kept_m1")
                .of("cpu").entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, row -> row.getValue()
                        .get("value_mean")));
    }

    private long stamp(int minute) {
        return (start + minute * MINUTE) * 1_000_000;
    }
}
