package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.dashboard.history.StoreAddress;
import io.weir.dashboard.history.StoreAddress.Kind;
import io.weir.writer.stores.StoreCatalog;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StorePlaceTest {
    private static Optional<StoreAddress> address(String url, Optional<String> token) {
        return new StorePlace(StoreCatalog.BUILT_IN.parse(url), token).address();
    }

    /** As the writer: a password without a user is that of {@code default}. */
    @Test
    void clickHouseIsQueriedAsTheWritersUser() {
        Optional<String> password = Optional.of("secret");
        assertThat(address("clickhouse://weir@ch1:8124,ch2/metrics?keep=90d", password))
                .contains(
                        new StoreAddress(Kind.CLICKHOUSE, "http://ch1:8124", "metrics", Optional.of("weir"), password));
        assertThat(address("clickhouses://ch1/metrics", password))
                .contains(new StoreAddress(
                        Kind.CLICKHOUSE, "https://ch1:8443", "metrics", Optional.of("default"), password));
        assertThat(address("clickhouse://ch1/metrics", Optional.empty()))
                .contains(new StoreAddress(
                        Kind.CLICKHOUSE, "http://ch1:8123", "metrics", Optional.empty(), Optional.empty()));
    }

    @Test
    void archiveIsReadInItsDirectory() {
        assertThat(address("archive:/data/archive?every=1h", Optional.empty()))
                .contains(StoreAddress.ofArchive(Path.of("/data/archive")));
    }

    @Test
    void openSearchIsQueriedByItsPrefix() {
        Optional<String> secret = Optional.of("secret");
        assertThat(address("opensearch://weir@os1,os2:9201/farm?per=month", secret))
                .contains(new StoreAddress(Kind.OPENSEARCH, "http://os1:9200", "farm", Optional.of("weir"), secret));
        assertThat(address("elasticsearchs://search/farm?documents=true", secret))
                .contains(
                        new StoreAddress(Kind.ELASTICSEARCH, "https://search:9200", "farm", Optional.empty(), secret));
    }

    @ParameterizedTest
    @CsvSource({
        "victoriametrics://vm1,                            http://vm1:8428",
        "victoriametrics://vm1/influx,                     http://vm1:8428",
        "victoriametricss://vm1/metrics,                   https://vm1:8428/metrics",
        "victoriametrics://vmselect:8481/select/0/prometheus, http://vmselect:8481/select/0/prometheus",
        "remotewrite://prom,                               http://prom:9090",
        "remotewrite://prom/monitor/api/v1/write,          http://prom:9090/monitor",
        "remotewrites://mimir/api/v1/push,                 https://mimir:443/prometheus",
        "remotewrites://42@grafana.example/api/prom/push,  https://grafana.example:443/api/prom"
    })
    void prometheusIsQueriedBesideItsReceiver(String url, String api) {
        assertThat(address(url, Optional.empty()))
                .hasValueSatisfying(address -> assertThat(address.kind())
                        .isEqualTo(url.startsWith("victoria") ? Kind.VICTORIAMETRICS : Kind.PROMETHEUS))
                .hasValueSatisfying(address -> assertThat(address.http()).isEqualTo(api));
    }

    @Test
    void tenantAndUserAreThoseOfTheWriter() {
        Optional<String> password = Optional.of("secret");
        assertThat(address("remotewrite://farm@mimir:8080/api/v1/push?tenant=o2", password))
                .contains(new StoreAddress(
                        Kind.PROMETHEUS, "http://mimir:8080/prometheus", "o2", Optional.of("farm"), password));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "victoriametrics://vminsert:8480/insert/0/influx",
                "remotewrite://vminsert:8480/insert/0/prometheus/api/v1/write",
                "remotewrite://thanos:19291/api/v1/receive",
                "opentsdb://tsdb"
            })
    void otherStoresAreNotQueried(String url) {
        assertThat(address(url, Optional.empty())).isEmpty();
    }
}
