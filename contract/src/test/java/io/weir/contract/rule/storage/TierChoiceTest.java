package io.weir.contract.rule.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.rule.RuleLoader;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TierChoiceTest {
    private static final long NOW = 1_800_000_000_000L;
    private static final List<StorageTier> TIERS =
            RuleLoader.parse("rules.yaml", """
                    version: 1
                    storage:
                      tiers: [{name: raw, keep: 7d}, {name: s30, every: 30s, keep: 30d}, {name: m5, every: 5m, keep: 2y}]
                    """).storage().tiers();

    @ParameterizedTest
    @CsvSource({
        "PT10M, PT0S, 1000, raw",
        "P1D, PT0S, 1000, s30",
        "P1D, PT0S, 100, m5",
        "P6D, PT0S, 1000, m5",
        "PT1H, P6D, 1000, raw",
        "PT1H, P7D, 1000, s30",
        "PT1H, P29D, 1000, s30",
        "PT1H, P31D, 1000, m5",
        "P30D, PT0S, 1000, m5",
        "PT1H, P800D, 1000, m5",
        "PT0S, PT0S, 0, raw"
    })
    void isTheCoarsestThatGivesEnoughAndReachesBack(Duration span, Duration ago, int points, String chosen) {
        long to = NOW - ago.toMillis();

        assertThat(TierChoice.of(TIERS, to - span.toMillis(), to, NOW, points).name())
                .isEqualTo(chosen);
    }
}
