package io.weir.writer.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.storage.StorageRules;
import io.weir.writer.testing.RealInfluxDb2;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Plans and applies tiers of a real InfluxDB 2.x. */
class InfluxDb2TiersTest extends TierServerContract {
    @RegisterExtension
    static final RealInfluxDb2 INFLUXDB = new RealInfluxDb2();

    private final String bucket = INFLUXDB.server().bucket();

    @Override
    String url() {
        return INFLUXDB.server().url();
    }

    @Override
    Optional<String> token() {
        return Optional.of(INFLUXDB.server().token());
    }

    /** Removes the metrics with their buckets, and the tasks. */
    @Override
    void clear() {
        try {
            tiers.apply(Tiers.rules("storage: {tiers: [{name: raw, keep: 1d}]}"), true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        INFLUXDB.server().drop(bucket);
    }

    @Override
    Map<String, Map<String, Object>> rows(String tier, String measurement) {
        return InfluxDbRows.of(INFLUXDB.server()
                .series("SELECT * FROM \"weir\".\"" + bucket + "/" + tier + "\".\"" + measurement + '"'));
    }

    @Test
    void hasNoDifferenceUntilServerOrRulesChange() throws IOException {
        StorageRules rules = Tiers.rules("""
                storage:
                  tiers:
                    - {name: raw, keep: 7d}
                    - {name: s30, every: 30s, keep: 30d}
                    - {name: m5, every: 5m, keep: 2y}
                  functions:
                    - {measurement: "t*", numbers: [max, stddev, spread, sum, first, last, mean, min, count]}
                    - {measurement: [temp, x], numbers: [max]}
                  exempt:
                    - {match: {measurement: debug}}
                    - match:
                        measurement: "*"
                        tags: {host: [a, "b \\"c"], role: "test/*", unit: "/x.[yz]+/"}
                        without: [no]
                        not: {kind: real, other: "r*", money: "${a}"}
                """);
        INFLUXDB.server().create(bucket);
        INFLUXDB.server().create("weir/" + bucket + "/a/foreign");
        INFLUXDB.server().create("weir/" + bucket + "/gone");
        assertThat(tiers.plan(rules))
                .hasSize(6)
                .startsWith("""
                        ~ bucket %s   (deletes metrics: only with --allow-delete)
                            existing: keeps forever, shards of 1w
                            desired:  keeps 7d, shards of 1d""".formatted(bucket))
                .anyMatch(line -> line.startsWith("+ bucket weir/" + bucket + "/s30: keeps 30d, shards of 1d"))
                .anyMatch(line -> line.startsWith("+ task weir/" + bucket + "/s30: import \"date\""))
                .endsWith("- bucket weir/" + bucket + "/gone: the rules have no such tier"
                        + "   (deletes metrics: only with --allow-delete)");

        assertThat(tiers.apply(rules, false)).hasSize(4);

        assertThat(tiers.plan(rules)).hasSize(2);
        tiers.apply(rules, true);
        assertThat(tiers.plan(rules)).isEmpty();
        assertThat(INFLUXDB.server().changeTask("weir/" + bucket + "/s30", "{\"status\": \"inactive\"}"))
                .isTrue();
        assertThat(tiers.plan(rules))
                .singleElement()
                .asString()
                .startsWith("~ task weir/" + bucket + "/s30\n    existing: inactive: import");
        tiers.apply(rules, false);
        assertThat(tiers.plan(rules)).isEmpty();
        INFLUXDB.server().drop("weir/" + bucket + "/a/foreign");
    }
}
