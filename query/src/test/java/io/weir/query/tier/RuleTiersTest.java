package io.weir.query.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.aggregate.Repeats;
import io.weir.contract.rule.storage.ProcessedTiers;
import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.query.eval.Resolution;
import io.weir.query.series.TierWindows;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleTiersTest {
    private static final long NOW = 1_800_000_000_000L;
    private static final Duration GRACE = Duration.ofMinutes(10);
    private static final List<StorageTier> TIERS =
            RuleLoader.parse("rules.yaml", """
                    version: 1
                    storage:
                      tiers: [{name: raw, keep: 7d}, {name: s30, every: 30s, keep: 30d}, {name: m5, every: 5m, keep: 2y}]
                    """).storage().tiers();

    @ParameterizedTest(name = "a range of {0} that ended {1} ago, windows up to {2}")
    @CsvSource({
        "PT1H, P1D, PT0S, raw",
        "PT1H, P8D, PT0S, s30",
        "PT1H, P31D, PT0S, m5",
        "PT1H, P800D, PT0S, m5",
        "PT1H, P1D, PT30S, s30",
        "PT1H, P1D, PT29S, raw",
        "PT1H, P1D, PT1H, m5",
        // A range may be shorter than a coarse window, so only samples or finer windows are exact.
        "PT1M, P1D, PT1H, s30",
        "PT1M, P31D, PT0S, s30",
        "PT5M, P31D, PT0S, m5",
        // The last windows may not be computed yet.
        "PT1H, PT6M, PT1H, m5",
        "PT1H, PT5M, PT1H, s30",
        "PT1H, PT1M, PT1H, raw",
        "P20D, PT0S, PT0S, s30",
        "P40D, PT0S, PT0S, m5",
        "P40D, PT3M, PT0S, m5",
        "P40D, PT6M, PT0S, m5",
        "P10D, PT0S, PT1H, s30",
        "P10D, PT3M, PT1H, s30",
        "P10D, PT6M, PT1H, m5",
    })
    void choosesTheTierOfARange(Duration range, Duration ago, Duration longest, String chosen) {
        RuleTiers resolution = new RuleTiers(TIERS, NOW, longest.toMillis());
        long to = NOW - ago.toMillis();

        assertThat(resolution
                        .of(to - range.toMillis(), to, range.toMillis())
                        .map(TierWindows::tier)
                        .orElse("raw"))
                .isEqualTo(chosen);
    }

    /** A tier by processing has a window once the grace after it is over. */
    @Test
    void waitsForTheGraceOfProcessing() {
        StorageRules rules =
                new StorageRules(TIERS, List.of(), List.of(), Optional.of(new ProcessedTiers(GRACE, Repeats.REPLACE)));
        long hour = Duration.ofHours(1).toMillis();
        long stored = NOW - Duration.ofMinutes(5 + 10 + 1).toMillis();
        for (long to : List.of(stored, stored + 1)) {
            Optional<TierWindows> chosen = RuleTiers.of(rules, NOW, hour).of(to - hour, to, hour);
            assertThat(chosen.map(TierWindows::tier)).contains(to == stored ? "m5" : "s30");
        }
        assertThat(RuleTiers.of(rules, NOW, 0).of(NOW - 30 * 24 * hour, NOW, hour))
                .as("no finer tier has the beginning")
                .contains(new TierWindows("s30", 30_000));
    }

    @Test
    void warnsOfEachTierOnce() {
        RuleTiers resolution = new RuleTiers(TIERS, NOW, 0);
        assertThat(resolution.warnings()).isEmpty();
        resolution.read(new TierWindows("m5", 300_000));
        resolution.read(new TierWindows("m5", 300_000));
        resolution.miss(new TierWindows("s30", 30_000));
        assertThat(resolution.warnings())
                .containsExactly(
                        "read from the tier m5: ranges consist of windows of 5m, and values without a range are means of 5m",
                        "the store has no tier s30, which the rules have: run weir storage apply, or let its user read it");
    }

    /** A store without tiers of its own has nothing to apply. */
    @Test
    void missingTierOfProcessingNeedsTime() {
        StorageRules rules =
                new StorageRules(TIERS, List.of(), List.of(), Optional.of(new ProcessedTiers(GRACE, Repeats.REPLACE)));
        Resolution resolution = RuleTiers.of(rules, NOW, 0);
        assertThat(resolution.missing()).isEmpty();
        resolution.miss(new TierWindows("m5", 300_000));
        assertThat(resolution.missing())
                .contains(
                        "the store has no tier m5, which the rules have: the first window is stored 16m after the rules"
                                + " are active; if it is not, check processing and the writer to this store, or run weir"
                                + " storage apply if it is InfluxDB or ClickHouse");
        assertThat(resolution.warnings()).containsExactly(resolution.missing().orElseThrow());
    }
}
