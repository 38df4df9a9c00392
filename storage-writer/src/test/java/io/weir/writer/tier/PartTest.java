package io.weir.writer.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.writer.tier.Part.Kind;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PartTest {
    private static final StorageRules RULES = Tiers.rules("""
            storage:
              tiers: [{name: raw, keep: 1d}, {name: m5, every: 5m, keep: 2y}]
            """);
    private static final StorageTier TIER = RULES.computed().get(0);
    private static final String MEASUREMENT = "a\", every: 1h} GROUP BY time(1h), * fill(none) END";

    @Test
    void knowsTheWindowsOfAContinuousQuery() {
        InfluxQlText text = new InfluxQlText("db");
        String select = text.select(RULES, TIER, MEASUREMENT, new TreeMap<>(Map.of("value", true)), "")
                .orElseThrow();
        String query = InfluxQlText.shown(text.create(TIER, MEASUREMENT, select));

        assertThat(Part.computing(Kind.CONTINUOUS_QUERY, "weir_m5/a", query).window())
                .contains(Duration.ofMinutes(5));
    }

    @Test
    void knowsTheWindowsOfATask() {
        FluxText text = new FluxText(MEASUREMENT);

        assertThat(Part.computing(Kind.TASK, "m5", text.task(RULES, TIER).strip())
                        .window())
                .contains(Duration.ofMinutes(5));
    }

    @Test
    void knowsTheWindowsOfATable() {
        assertThat(Part.holding(Kind.TABLE, "weir_db_m5/a", Duration.ZERO, "every 5m: value Float64 mean")
                        .window())
                .contains(Duration.ofMinutes(5));
        assertThat(Part.holding(Kind.TABLE, "db/a", Duration.ZERO, "").window()).isEmpty();
        assertThat(Part.holding(Kind.TABLE, "db/a", Duration.ZERO, "every now: and then")
                        .window())
                .isEmpty();
    }
}
