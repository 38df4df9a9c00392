package io.weir.dashboard.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.dashboard.history.StoreAddress.Kind;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreAddressTest {
    private static StoreAddress address(Kind kind, Optional<String> user, Optional<String> token) {
        return new StoreAddress(kind, "http://store", "place", user, token);
    }

    @ParameterizedTest
    @CsvSource({
        "INFLUXDB2, Token secret",
        "OPENSEARCH, Bearer secret",
        "ELASTICSEARCH, ApiKey secret",
        "PROMETHEUS, Bearer secret",
        "VICTORIAMETRICS, Bearer secret"
    })
    void tokenWithoutAUserHasTheSchemeOfTheStore(Kind kind, String header) {
        assertThat(address(kind, Optional.empty(), Optional.of("secret")).authorization())
                .contains(header);
        assertThat(address(kind, Optional.empty(), Optional.empty()).authorization())
                .isEmpty();
    }

    /** {@code weir:secret} in Base64. */
    @ParameterizedTest
    @CsvSource({"QUESTDB", "INFLUXDB1", "CLICKHOUSE", "OPENSEARCH", "ELASTICSEARCH", "PROMETHEUS", "VICTORIAMETRICS"})
    void userHasAPassword(Kind kind) {
        assertThat(address(kind, Optional.of("weir"), Optional.of("secret")).authorization())
                .contains("Basic d2VpcjpzZWNyZXQ=");
    }

    @Test
    void tokenIsNotPrinted() {
        assertThat(address(Kind.OPENSEARCH, Optional.empty(), Optional.of("secret")))
                .hasToString("OPENSEARCH http://store place");
    }
}
