package io.weir.writer.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.tier.StoreRequests.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClickHouseRefusalsTest {

    @ParameterizedTest
    @ValueSource(ints = {158, 159, 160, 241, 307, 396})
    void fewerWindowsMayBeWithinALimit(int code) {
        RefusedException refused = refused(500, code);

        assertThat(refused.isTooLarge()).isTrue();
        assertThat(refused.isStatement()).isFalse();
        assertThat(refused).hasMessageStartingWith("HTTP 500: Code: " + code).hasMessageContaining("raise this limit");
    }

    @ParameterizedTest
    @ValueSource(ints = {164, 192, 193, 194, 291, 497, 516})
    void missingRightsAreNoFaultOfTheStatement(int code) {
        RefusedException refused = refused(400, code);

        assertThat(refused.isTooLarge()).isFalse();
        assertThat(refused.isStatement()).as("as of HTTP 400").isFalse();
        assertThat(refused).hasMessageContaining("grant the rights");
    }

    @Test
    void othersAreOfTheStoreOrTheStatement() {
        assertThat(refused(500, 252).isStatement()).isFalse();
        assertThat(refused(400, 252).isStatement()).isFalse();
        assertThat(refused(500, 53).isStatement()).isTrue();
        RefusedException proxy = new RefusedException(502, "HTTP 502: Bad Gateway");
        assertThat(ClickHouseRefusals.of(proxy)).isSameAs(proxy);
    }

    private static RefusedException refused(int status, int code) {
        return ClickHouseRefusals.of(
                new RefusedException(status, "HTTP " + status + ": Code: " + code + ". DB::Exception: reasons"));
    }
}
