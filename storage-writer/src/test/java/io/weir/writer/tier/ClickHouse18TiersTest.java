package io.weir.writer.tier;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.rule.storage.StorageRules;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.testing.ClickHouseServers;
import io.weir.writer.testing.ServerProcess;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** ClickHouse of 2018, which has no TTL. */
class ClickHouse18TiersTest {
    private static final StorageRules RULES =
            Tiers.rules("storage: {tiers: [{name: raw, keep: 1d}, {name: m1, every: 1m, keep: 2d}]}");

    @Test
    void anOldServerIsRefusedWithTheRemedy() {
        String words = "is too old for tiers: use 23.9 or newer, or remove storage from the rules";
        try (ServerProcess server = ClickHouseServers.debian()) {
            String url = "clickhouse://weir@" + server.address() + "/metrics";
            assertThatThrownBy(() -> new Tiers(url, Optional.of("secret")).plan(RULES))
                    .hasMessageStartingWith("ClickHouse 18.")
                    .hasMessageEndingWith(words);
            TierServer tiers = TierServers.of(StoreCatalog.BUILT_IN.parse(url), Optional.of("secret"))
                    .orElseThrow();
            assertThatThrownBy(tiers::life).hasMessageEndingWith(words);
            assertThatThrownBy(() -> new Tiers(url, Optional.of("wrong")).plan(RULES))
                    .hasMessageContaining("Code: 193");
        }
    }
}
