package io.weir.writer.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.storage.StorageRules;
import io.weir.writer.testing.RealInfluxDb;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Plans and applies tiers of a real InfluxDB 1.x. */
class InfluxDb1TiersTest extends TierServerContract {
    @RegisterExtension
    static final RealInfluxDb INFLUXDB = new RealInfluxDb();

    @Override
    String url() {
        return INFLUXDB.server().url();
    }

    @Override
    Optional<String> token() {
        return Optional.empty();
    }

    @Override
    void clear() {
        INFLUXDB.server().series("DROP DATABASE \"" + INFLUXDB.server().database() + '"');
    }

    @Override
    Map<String, Map<String, Object>> rows(String tier, String measurement) {
        return InfluxDbRows.of(INFLUXDB.server().series("SELECT * FROM \"weir_" + tier + "\".\"" + measurement + '"'));
    }

    @Test
    void hasNoDifferenceAfterApply() throws IOException {
        StorageRules rules = Tiers.rules("""
                storage:
                  tiers:
                    - {name: raw, keep: 7d}
                    - {name: s30, every: 30s, keep: 30d}
                    - {name: m5, every: 5m, keep: 2y}
                  functions:
                    - {measurement: "t*", numbers: [max, stddev, spread, sum, first, last, mean, min, count]}
                  exempt:
                    - {match: {measurement: debug}}
                    - match:
                        measurement: "*"
                        tags: {host: [a, "b c"], role: "test/*", unit: "/x.[yz]+/"}
                        without: [no]
                        not: {kind: real, other: "r*"}
                """);
        tiers.apply(rules, false);
        long now = System.currentTimeMillis() * 1_000_000;
        lines.write(
                "cpu,host=a value=1,n=3i,b=true,s=\"x\" " + now,
                "select,host=a from=1,a\\ b=2 " + now,
                "temp\\ \"a\".b/c\\,d,host=x value=2 " + now,
                "debug value=2 " + now);

        List<String> planned = tiers.apply(rules, false);

        assertThat(planned).hasSize(6).allMatch(line -> line.startsWith("+ continuous query weir_"));
        assertThat(tiers.plan(rules)).isEmpty();
    }

    @Test
    void plansMissingAndManuallyChangedParts() throws IOException {
        StorageRules rules = Tiers.rules("""
                storage:
                  tiers:
                    - {name: raw, keep: 7d}
                    - {name: s30, every: 30s, keep: 30d}
                  functions:
                    - {measurement: cpu, numbers: [mean]}
                """);
        String on = " ON \"" + INFLUXDB.server().database() + '"';
        assertThat(tiers.plan(rules))
                .containsExactly(
                        "+ database " + INFLUXDB.server().database() + ": ",
                        "+ retention policy weir_raw: keeps 7d, shards of 1d, default for writes",
                        "+ retention policy weir_s30: keeps 30d, shards of 1d");
        tiers.apply(rules, false);
        lines.write("cpu value=1 " + System.currentTimeMillis() * 1_000_000);
        tiers.apply(rules, false);
        INFLUXDB.server().series("ALTER RETENTION POLICY weir_s30" + on + " DURATION 90d");
        INFLUXDB.server().series("ALTER RETENTION POLICY autogen" + on + " DURATION 3d SHARD DURATION 1h DEFAULT");
        INFLUXDB.server().series("DROP CONTINUOUS QUERY \"weir_s30/cpu\"" + on);
        INFLUXDB.server()
                .series("CREATE CONTINUOUS QUERY mine" + on
                        + " BEGIN SELECT mean(value) INTO other FROM cpu GROUP BY time(1h) END");

        assertThat(tiers.plan(rules))
                .containsExactly(
                        """
                        ~ retention policy weir_raw
                            existing: keeps 7d, shards of 1d
                            desired:  keeps 7d, shards of 1d, default for writes""",
                        """
                        ~ retention policy weir_s30   (deletes metrics: only with --allow-delete)
                            existing: keeps 90d, shards of 1d
                            desired:  keeps 30d, shards of 1d""",
                        "+ continuous query weir_s30/cpu: CREATE CONTINUOUS QUERY \"weir_s30/cpu\" ON "
                                + INFLUXDB.server().database()
                                + " RESAMPLE FOR 1m BEGIN SELECT mean(value) AS value_mean"
                                + " INTO " + INFLUXDB.server().database() + ".weir_s30.cpu FROM "
                                + INFLUXDB.server().database() + ".weir_raw.cpu GROUP BY time(30s), * fill(none) END");
        tiers.apply(rules, false);
        assertThat(tiers.plan(rules)).hasSize(1);
        assertThat(INFLUXDB.server()
                        .series("SHOW RETENTION POLICIES" + on)
                        .path("values")
                        .toString())
                .contains("[\"autogen\",\"72h0m0s\",\"1h0m0s\",1,false]", "[\"weir_s30\",\"2160h0m0s\",");
        tiers.apply(rules, true);
        assertThat(tiers.plan(rules)).isEmpty();
        assertThat(INFLUXDB.server().queries()).contains("mine", "weir_s30/cpu");
    }

    @Test
    void reportsTheProgressOfANewTier() throws IOException {
        StorageRules rules = Tiers.rules("storage: {tiers: [{name: raw, keep: 1d}, {name: m1, every: 1m, keep: 30d}]}");
        tiers.apply(rules, false);
        lines.write("cpu value=1 " + System.currentTimeMillis() * 1_000_000);

        List<Double> shares = tiers.progress(rules);

        assertThat(shares).hasSize(4).isSorted().endsWith(1.0);
    }

    @Test
    void deletesARemovedTierOnlyIfAllowed() throws IOException {
        StorageRules both = Tiers.rules("""
                storage:
                  tiers: [{name: raw, keep: 7d}, {name: s30, every: 30s, keep: 30d}, {name: m5, every: 5m, keep: 2y}]
                """);
        StorageRules one = Tiers.rules("""
                storage:
                  tiers: [{name: raw, keep: 7d}, {name: s30, every: 30s, keep: 30d}]
                """);
        tiers.apply(both, false);
        lines.write("cpu value=1 " + System.currentTimeMillis() * 1_000_000);
        tiers.apply(both, false);

        assertThat(tiers.apply(one, false))
                .singleElement()
                .asString()
                .startsWith("- continuous query weir_m5/cpu: the rules have no such tier");
        assertThat(tiers.plan(one))
                .containsExactly("- retention policy weir_m5: the rules have no such tier"
                        + "   (deletes metrics: only with --allow-delete)");
        tiers.apply(one, true);
        assertThat(tiers.plan(one)).isEmpty();
        assertThat(tiers.plan(StorageRules.NONE)).isEmpty();
    }

    @Test
    void documentedQueriesReturnTheDocumentedResults() throws IOException {
        StorageRules rules = documentedRules();
        tiers.apply(rules, false);
        long now = System.currentTimeMillis();
        for (int minute = 6; minute < 60; minute += 6) {
            lines.write("load,host=a value=" + minute + " " + (now - minute * 60_000L) * 1_000_000);
        }
        tiers.apply(rules, false);

        List<String> queries =
                blocks("influxql").stream().flatMap(String::lines).toList();

        assertThat(queries).hasSize(4).allSatisfy(query -> {
            String asked = query.replace("\"metrics\"", '"' + INFLUXDB.server().database() + '"');
            assertThat(INFLUXDB.server().series(asked).path("values")).as(query).isNotEmpty();
        });
        assertThat(INFLUXDB.server()
                        .series("SELECT count(value_max), max(value_max) FROM weir_m5.load")
                        .path("values")
                        .toString())
                .isEqualTo("[[0,9,54]]");
    }
}
