package io.weir.contract.rule.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.Series;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.aggregate.AggregateFunction;
import io.weir.contract.rule.aggregate.AggregateRule;
import io.weir.contract.rule.aggregate.Late;
import io.weir.contract.rule.aggregate.Repeats;
import io.weir.contract.rule.match.Fields;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TierRulesTest {
    private static final String TIERS = """
              tiers:
                - {name: raw, keep: 7d}
                - {name: s30, every: 30s, keep: 30d}
                - {name: m5, every: 5m, keep: 2y}
              functions:
                - {measurement: [link, "temp*"], numbers: [max, last]}
                - {measurement: "tem*", numbers: [sum]}
              exempt:
                - {match: {tags: {role: test}}}
            """;

    private final StorageRules storage = read("  by: processing\n" + TIERS);
    private final TierRules rules = TierRules.of(storage);

    @Test
    void aTierIsARuleOverAllFields() {
        assertThat(of("cpu")).hasSize(2);
        AggregateRule rule = of("cpu").get(1);
        assertThat(rule.name()).isEqualTo("tier-m5");
        assertThat(rule.fields()).isEqualTo(Fields.ALL);
        assertThat(rule.window().length()).isEqualTo(Duration.ofMinutes(5));
        assertThat(rule.every()).isEqualTo(Duration.ofMinutes(5));
        assertThat(rule.grace()).isEqualTo(ProcessedTiers.DEFAULT_GRACE);
        assertThat(rule.repeats()).isEqualTo(Repeats.REPLACE);
        assertThat(rule.late()).isEqualTo(Late.DROP);
        assertThat(rule.keepRaw()).isTrue();
        assertThat(rule.output("cpu")).isEqualTo("cpu_m5");
        assertThat(rule.functions()).isEqualTo(TierFunctions.DEFAULT);
        assertThat(of("cpu").get(0).output("cpu")).isEqualTo("cpu_s30");
    }

    @Test
    void theFirstEntryOfTheFunctionsApplies() {
        assertThat(of("temp1"))
                .extracting(AggregateRule::functions)
                .containsOnly(List.of(AggregateFunction.MAX, AggregateFunction.LAST));
        assertThat(of("tempo")).isEqualTo(of("link"));
        assertThat(of("tem")).extracting(AggregateRule::functions).containsOnly(List.of(AggregateFunction.SUM));
    }

    @Test
    void namesAreUnique() {
        assertThat(rules.all())
                .extracting(AggregateRule::name)
                .containsExactly("tier1-s30", "tier1-m5", "tier2-s30", "tier2-m5", "tier-s30", "tier-m5");
    }

    @Test
    void exemptSeriesHaveNone() {
        assertThat(rules.of(series("cpu", Map.of("role", "test")))).isEmpty();
        assertThat(rules.of(series("cpu", Map.of("role", "tests")))).hasSize(2);
    }

    /** Stores with tiers of their own would compute tiers of these, too. */
    @Test
    void tiersHaveNoTiers() {
        assertThat(of("cpu_m5")).isEmpty();
        assertThat(of("cpu_s30")).isEmpty();
        assertThat(storage.exempt()).hasSize(3);
        assertThat(read(TIERS).exempt()).hasSize(1);
    }

    @Test
    void graceAndRepeatsAreThoseOfTheFile() {
        TierRules others = TierRules.of(read("  by: processing\n  grace: 1m\n  repeats: count\n" + TIERS));

        assertThat(others.all()).isNotEmpty().allSatisfy(rule -> {
            assertThat(rule.grace()).isEqualTo(Duration.ofMinutes(1));
            assertThat(rule.repeats()).isEqualTo(Repeats.COUNT);
        });
    }

    @Test
    void storesComputeTheTiersByDefault() {
        for (String file : List.of(TIERS, "  by: store\n" + TIERS)) {
            assertThat(TierRules.of(read(file)).all()).isEmpty();
            assertThat(TierRules.of(read(file)).of(series("cpu", Map.of()))).isEmpty();
        }
    }

    private List<AggregateRule> of(String measurement) {
        return rules.of(series(measurement, Map.of("host", "a")));
    }

    private static Series series(String measurement, Map<String, String> tags) {
        return new Series(measurement, new TreeMap<>(tags));
    }

    private static StorageRules read(String storage) {
        RuleFile file = RuleLoader.parse("rules.yaml", "version: 1\nstorage:\n" + storage);
        return file.storage();
    }
}
