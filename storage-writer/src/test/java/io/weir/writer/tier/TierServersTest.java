package io.weir.writer.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.store.StoreAbilities.Tiers;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.stores.Stores;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TierServersTest {

    @Test
    void rawIsTheDatabaseOrBucketOfTheTargetAndNothingElse() {
        assertThat(isRaw("influxdb1://h/metrics", "metrics")).isTrue();
        assertThat(isRaw("influxdb1://h/metrics", "metrics/weir_raw")).isTrue();
        assertThat(isRaw("influxdb1://h/metrics", "metrics/kept")).isFalse();
        assertThat(isRaw("influxdb1://h/metrics", "other")).isFalse();
        assertThat(isRaw("influxdb1://h/metrics", "other/weir_raw")).isFalse();
        assertThat(isRaw("influxdb2://h/metrics?org=o", "metrics")).isTrue();
        assertThat(isRaw("influxdb2://h/metrics?org=o", "weir/metrics/s30")).isFalse();
        assertThat(isRaw("clickhouse://h/metrics", "metrics")).isTrue();
        assertThat(isRaw("clickhouse://h/metrics", "weir_metrics_s30")).isFalse();
    }

    @Test
    void storesThatDeclareTiersHaveThem() {
        for (String url : List.of(
                Stores.EMBEDDED,
                "influxdb1://h/metrics",
                "influxdb2://h/metrics?org=o",
                "victoriametrics://h",
                "remotewrite://h",
                "otlp://h",
                "clickhouse://h/metrics")) {
            StoreUrl store = StoreCatalog.BUILT_IN.parse(url);
            assertThat(TierServers.of(store, Optional.empty()).isPresent())
                    .as(url)
                    .isEqualTo(Stores.abilities(store).tiers() != Tiers.NONE);
        }
    }

    private static boolean isRaw(String store, String place) {
        StoreUrl url = StoreCatalog.BUILT_IN.parse(store);
        TierServer server = TierServers.of(url, Optional.empty()).orElseThrow();
        assertThat(server.isRaw(url)).isTrue();
        return server.isRaw(url.at(place));
    }
}
