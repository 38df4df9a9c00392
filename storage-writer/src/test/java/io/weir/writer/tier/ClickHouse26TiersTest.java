package io.weir.writer.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.testing.ClickHouseServers;
import io.weir.writer.testing.ServerProcess;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Plans, applies and computes tiers of a real ClickHouse 26. */
@Tag("long")
@TestInstance(Lifecycle.PER_CLASS)
class ClickHouse26TiersTest extends TierServerContract {
    private ServerProcess server;

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

    @Override
    String url() {
        return "clickhouse://weir@" + server.address() + "/met-rics";
    }

    @Override
    Optional<String> token() {
        return Optional.of("secret");
    }

    @Override
    void clear() {
        for (String name : select("SELECT name FROM system.databases WHERE name LIKE '%met-rics%'")
                .findValuesAsText("name")) {
            server.post("/", "DROP DATABASE `" + name + "`");
        }
    }

    @Override
    Map<String, Map<String, Object>> rows(String tier, String measurement) {
        return new ClickHouseRows(server, "weir_met-rics_" + tier).of(measurement);
    }

    private JsonNode select(String query) {
        return ClickHouseRows.select(server, query);
    }

    @Test
    void plansAndAppliesTablesAndRetention() throws IOException {
        StorageRules rules = Tiers.rules("""
                storage:
                  tiers: [{name: raw, keep: 7d}, {name: m5, every: 5m, keep: 90m}]
                """.replace("90m", "8d"));
        assertThat(tiers.plan(rules)).containsExactly("+ database met-rics: ", "+ database weir_met-rics_m5: ");
        tiers.apply(rules, false);
        lines.write("cpu,host=a load=1.5,state=\"x\" " + now());

        assertThat(tiers.plan(rules))
                .containsExactly(
                        """
                        ~ table met-rics/cpu   (deletes metrics: only with --allow-delete)
                            existing: keeps forever
                            desired:  keeps 7d""",
                        "+ table weir_met-rics_m5/cpu: keeps 8d, every 5m: load Float64 mean+min+max+count, state String"
                                + " last by host");
        assertThat(tiers.apply(rules, false)).hasSize(1);
        assertThat(tiers.plan(rules)).hasSize(1);
        tiers.apply(rules, true);
        assertThat(tiers.plan(rules)).isEmpty();

        server.post("/", "ALTER TABLE `met-rics`.cpu MODIFY TTL toDateTime(timestamp) + INTERVAL 1 MONTH");
        server.post("/", "ALTER TABLE `weir_met-rics_m5`.cpu MODIFY TTL toDateTime(timestamp) + INTERVAL 90 MINUTE");
        server.post("/", "ALTER TABLE `weir_met-rics_m5`.cpu DROP COLUMN load_max, MODIFY COMMENT ''");
        assertThat(tiers.plan(rules))
                .hasSize(2)
                .first()
                .asString()
                .contains("TTL toDateTime(timestamp) + toIntervalMonth(1)");
        tiers.apply(rules, true);
        assertThat(tiers.plan(rules)).isEmpty();
        assertThat(select("SELECT engine_full FROM system.tables WHERE database LIKE '%met-rics%'")
                        .findValuesAsText("engine_full"))
                .allMatch(engine -> engine.matches(".* TTL toDateTime\\(timestamp\\) \\+ toIntervalDay\\([78]\\) .*"));
    }

    @Test
    void deletesARemovedTierOnlyIfAllowed() throws IOException {
        StorageRules one = Tiers.rules("""
                storage:
                  tiers: [{name: raw, keep: 1d}, {name: s10, every: 10s, keep: 30d}]
                  exempt: [{match: {measurement: debug}}]
                """);
        lines.write("cpu value=1 " + now(), "debug value=1 " + now());
        tiers.apply(RULES, true);
        server.post("/", "CREATE DATABASE `weir_met-rics_a_b`");
        server.post("/", "CREATE TABLE `met-rics`.mine (a Int64) ENGINE = Log");

        assertThat(tiers.plan(one))
                .containsExactly("- table weir_met-rics_m1/cpu: the rules have no such tier"
                        + "   (deletes metrics: only with --allow-delete)");
        assertThat(tiers.apply(one, false)).isEmpty();
        tiers.apply(one, true);

        assertThat(tiers.plan(one)).isEmpty();
        assertThat(select("SELECT name FROM system.databases WHERE name LIKE '%met-rics%' ORDER BY name")
                        .findValuesAsText("name"))
                .containsExactly("met-rics", "weir_met-rics_a_b", "weir_met-rics_s10");
    }

    /** As the page about storage says. */
    @Test
    void clearedCommentLetsDeletionsReachTiers() throws IOException {
        tiers.apply(RULES, true);
        upkeep(points.lines("cpu", true, now(), 100));
        assertSame("cpu");
        // The first row of raw stays: windows before it are not touched.
        String host = select("SELECT host FROM `met-rics`.cpu WHERE host != (SELECT argMin(host, timestamp) FROM"
                        + " `met-rics`.cpu) LIMIT 1")
                .path(0)
                .path("host")
                .asText();
        server.post("/", "ALTER TABLE `met-rics`.cpu DELETE WHERE host = '" + host + "' SETTINGS mutations_sync = 2");
        points.forget("cpu", host);

        for (String tier : List.of("s10", "m1")) {
            server.post("/", "ALTER TABLE `weir_met-rics_" + tier + "`.cpu MODIFY COMMENT ''");
        }
        upkeep(List.of("other value=1 " + now()));

        assertSame("cpu");
    }

    /** The row as a whole, unlike in InfluxDB. */
    @Test
    void aRowWithOtherFieldsReplacesTheEarlierOne() throws IOException {
        long stamp = now() / 60_000_000_000L * 60_000_000_000L - 600_000_000_000L;
        tiers.apply(RULES, true);
        upkeep(List.of("cpu,host=a value=1,n=2i " + stamp, "cpu,host=a value=5 " + (stamp + 1)));
        upkeep(List.of("cpu,host=a value=3 " + stamp));

        assertThat(rows("m1", "cpu"))
                .isEqualTo(Map.of(
                        "a  " + stamp,
                        Map.of("value_mean", 4.0, "value_min", 3.0, "value_max", 5.0, "value_count", 2.0)));
    }

    /** A killed writer's statement may end after that of the next writer. */
    @Test
    void theLatestComputationCountsAndNotTheLastOneThatEnds() throws IOException {
        tiers.apply(RULES, true);
        upkeep(points.lines("cpu", false, now(), 50));
        server.post(
                "/",
                "INSERT INTO `weir_met-rics_m1`.cpu SELECT * REPLACE (-7 AS value_mean, computed_at - INTERVAL 1"
                        + " SECOND AS computed_at) FROM `weir_met-rics_m1`.cpu FINAL");
        assertSame("cpu");
        server.post(
                "/",
                "INSERT INTO `weir_met-rics_m1`.cpu SELECT * REPLACE (-7 AS value_mean, computed_at + INTERVAL 1"
                        + " DAY AS computed_at) FROM `weir_met-rics_m1`.cpu FINAL");

        upkeep(points.lines("cpu", false, now(), 50));
        server.post("/", "ALTER TABLE `weir_met-rics_m1`.cpu MODIFY COMMENT ''");
        upkeep(List.of("other value=1 " + now()));

        assertSame("cpu");
    }

    /** Raw may lack the rows of older windows, for example after a time with a shorter retention of raw. */
    @Test
    void windowsBeforeTheFirstRowOfRawStay() throws IOException {
        tiers.apply(RULES, true);
        long old = now() / 60_000_000_000L * 60_000_000_000L - 20 * 3_600_000_000_000L;
        upkeep(List.of("cpu,host=a value=1 " + now()));
        putSeven(old);

        upkeep(List.of("cpu,host=a value=1,n=2i " + now()));
        compute(old);
        assertThat(rows("m1", "cpu")).containsEntry("a  " + old, Map.of("value_mean", 7.0));

        server.post("/", "TRUNCATE TABLE `met-rics`.cpu");
        compute(old);
        assertThat(rows("m1", "cpu")).containsEntry("a  " + old, Map.of("value_mean", 7.0));

        upkeep(List.of("cpu,host=a value=1 " + (old + 1)));
        assertThat(rows("m1", "cpu").get("a  " + old)).containsEntry("value_mean", 1.0);
    }

    @Test
    void seriesThatATierCannotTellApartAreNotCombined() throws IOException {
        long stamp = now() / 60_000_000_000L * 60_000_000_000L - 600_000_000_000L;
        tiers.apply(RULES, true);
        upkeep(List.of("cpu,host=a value=1 " + stamp, "tag,host=a value=1 " + stamp));
        lines.write("cpu,host=a,rack=r1 value=3 " + stamp, "cpu,host=a,rack=r2 value=5 " + stamp);
        compute(stamp);
        assertThat(rows("m1", "cpu").get("a  " + stamp)).containsEntry("value_mean", 1.0);

        upkeep(List.of("tag,host=a,value_mean=x value=9 " + stamp));
        assertThat(rows("m1", "cpu")).containsKeys("a  " + stamp, "a r1 " + stamp, "a r2 " + stamp);
        assertThat(rows("m1", "tag").get("a  " + stamp)).containsEntry("value_mean", 1.0);
        assertThatThrownBy(() -> tiers.apply(RULES, true))
                .hasMessageContaining("weir_met-rics_s10.tag has a result value_mean, which is now a tag in raw");
    }

    @Test
    void whatAnOperatorMadeStays() throws IOException {
        tiers.apply(RULES, true);
        upkeep(List.of("cpu,host=a value=1 " + now(), "gone value=1 " + now()));
        server.post("/", "CREATE VIEW `weir_met-rics_m1`.mine AS SELECT 1");
        server.post("/", "DROP TABLE `met-rics`.gone");
        String clause = "TTL toDateTime(timestamp) + INTERVAL 1 DAY, toDateTime(timestamp) + INTERVAL 1 HOUR RECOMPRESS"
                + " CODEC(ZSTD(9))";
        server.post("/", "ALTER TABLE `met-rics`.cpu MODIFY " + clause);

        upkeep(List.of("other value=1 " + now()));

        assertThat(tiers.plan(RULES)).singleElement().asString().contains("RECOMPRESS");
        tiers.apply(RULES, true);
        assertThat(tiers.plan(RULES)).isEmpty();
        assertThat(rows("m1", "gone")).isEmpty();
        assertThat(select("SELECT name FROM system.tables WHERE database = 'weir_met-rics_m1' ORDER BY name")
                        .findValuesAsText("name"))
                .containsExactly("cpu", "gone", "mine", "other");
    }

    /** Puts the mean 7 of host a into the tier of minutes. */
    private void putSeven(long stamp) {
        server.post(
                "/",
                "INSERT INTO `weir_met-rics_m1`.cpu (timestamp, host, value_mean) SELECT fromUnixTimestamp64Nano("
                        + stamp + "), 'a', 7");
    }

    /** Computes a minute of the tier of minutes. */
    private void compute(long stamp) throws IOException {
        TierServers.of(StoreCatalog.BUILT_IN.parse(url()), token())
                .orElseThrow()
                .compute(
                        RULES,
                        RULES.computed().get(1),
                        Optional.of("cpu"),
                        new TimeRange(stamp / 1_000_000, stamp / 1_000_000 + 60_000));
    }

    @Test
    void windowsThatRawHasNoMoreStay() throws IOException {
        tiers.apply(RULES, true);
        long old = now() / 60_000_000_000L * 60_000_000_000L - 25 * 3_600_000_000_000L;
        upkeep(List.of("cpu,host=a value=1 " + now()));
        putSeven(old);

        upkeep(List.of("cpu,host=a value=1 " + (old + 1), "cpu,host=a value=1 " + (old + 3_600_000_000_000L)));
        server.post("/", "ALTER TABLE `weir_met-rics_m1`.cpu MODIFY COMMENT ''");
        upkeep(List.of("other value=1 " + now()));

        assertThat(rows("m1", "cpu")).containsEntry("a  " + old, Map.of("value_mean", 7.0));
        // Raw may lose rows between a look at the clock and the statement.
        compute(old);
        assertThat(rows("m1", "cpu")).containsEntry("a  " + old, Map.of("value_mean", 7.0));
    }

    @Test
    void anInterruptedApplyIsRepeated() throws IOException {
        List<String> some = points.lines("cpu", true, now(), 100);
        lines.write(some.toArray(String[]::new));
        assertThatThrownBy(() -> tiers.interrupt(RULES)).hasMessage("interrupted");
        assertThat(tiers.plan(RULES)).anyMatch(line -> line.startsWith("~ table weir_met-rics_s10/cpu"));

        tiers.apply(RULES, true);

        assertSame("cpu");
        assertThat(tiers.plan(RULES)).isEmpty();
    }

    @Test
    void newTablesOfRawGetTheirRetentionFromTheWriter() throws IOException {
        tiers.apply(RULES, true);
        upkeep(List.of("fresh value=1 " + now()));
        assertThat(tiers.plan(RULES)).isEmpty();

        upkeep(List.of("aged value=1 " + (now() - 25 * 3_600_000_000_000L)));
        assertThat(tiers.plan(RULES)).singleElement().asString().startsWith("~ table met-rics/aged   (deletes metrics");
    }

    @Test
    void tablesWhoseTiersWouldBeWrongAreRefusedByName() throws IOException {
        server.post("/", "CREATE DATABASE `met-rics`");
        server.post(
                "/",
                "CREATE TABLE `met-rics`.twice (timestamp DateTime64(9, 'UTC'), host LowCardinality(String), v Float64)"
                        + " ENGINE = MergeTree ORDER BY (host, timestamp)");
        assertThatThrownBy(() -> tiers.plan(RULES))
                .hasMessage("table met-rics.twice has the engine MergeTree, which keeps a repeated row twice, so tiers"
                        + " would count it twice: create it again as the writer does, or name the measurement in"
                        + " storage.exempt of the rules");
        server.post("/", "RENAME TABLE `met-rics`.twice TO `met-rics`.debug");
        assertThat(tiers.plan(RULES)).isNotEmpty();
        lines.write("cpu,computed_at=x value=1 " + now());
        assertThatThrownBy(() -> tiers.plan(RULES)).hasMessageContaining("cpu has a tag computed_at");
    }

    @Test
    void hasNoDifferenceAfterApplyWhateverTheNames() throws IOException {
        StorageRules rules = Tiers.rules("""
                storage:
                  tiers: [{name: raw, keep: 7d}, {name: s30, every: 30s, keep: 30d}, {name: m5, every: 5m, keep: 90000d}]
                  exempt:
                    - match:
                        measurement: "*"
                        tags: {host: [a, "b 'c"], role: "test/*", unit: "/x.[yz]+/"}
                        without: [no]
                        not: {kind: real, other: "r*"}
                """);
        long now = now();
        lines.write(
                "cpu,c=1,cw=2,host=a,kind=k,role=test/1,unit=x.y value=1,n=3i,b=true,s=\"x\",u=2u,ct0=1,f=2 " + now,
                "select,host=a from=1,a\\ b=2,timestamp_x=3 " + now,
                "tag,value_mean=1 value=1,other=2 " + now,
                "temp\\ \"a\".b`c/d\\,'e\\\\,host=x value=2 " + now);

        tiers.apply(rules, true);

        assertThat(tiers.plan(rules)).isEmpty();
        assertThat(select("SELECT * FROM `weir_met-rics_m5`.tag").size()).isLessThanOrEqualTo(1);
        assertThat(select("SELECT name FROM system.columns WHERE table = 'tag' AND database = 'weir_met-rics_m5'")
                        .findValuesAsText("name"))
                .contains("value_mean", "value_min", "other_mean");
    }

    @Test
    void documentedQueriesReturnRows() throws IOException {
        StorageRules rules = documentedRules();
        for (int minute = 6; minute < 60; minute += 6) {
            lines.write("cpu,host=a load=" + minute + " " + (now() - minute * 60_000_000_000L));
        }
        tiers.apply(rules, true);

        List<String> queries = blocks("sql").stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith("SELECT") && line.contains("weir_metrics_m5"))
                .toList();

        assertThat(queries).hasSize(2).allSatisfy(query -> assertThat(
                        select(query.replace("weir_metrics_m5", "`weir_met-rics_m5`")))
                .as(query)
                .isNotEmpty());
    }
}
