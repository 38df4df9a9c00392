package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.dashboard.history.StoreAddress;
import io.weir.dashboard.history.StoreAddress.Kind;
import io.weir.writer.stores.StoreCatalog;
import java.util.Optional;
import org.junit.jupiter.api.Test;

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
    void otherStoresAreNotQueried() {
        assertThat(address("victoriametrics://vm1:8428", Optional.empty())).isEmpty();
    }
}
