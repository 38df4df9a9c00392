package io.weir.writer.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.store.StoreUrl;
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
    }

    @Test
    void questDbHasNoTiers() {
        assertThat(TierServers.of(StoreUrl.parse(StoreUrl.EMBEDDED), Optional.empty()))
                .isEmpty();
    }

    private static boolean isRaw(String store, String place) {
        StoreUrl url = StoreUrl.parse(store);
        TierServer server = TierServers.of(url, Optional.empty()).orElseThrow();
        assertThat(server.isRaw(url)).isTrue();
        return server.isRaw(url.at(place));
    }
}
