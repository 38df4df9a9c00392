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

    @ParameterizedTest
    @ValueSource(ints = {43, 47, 53, 62, 70, 349, 386, 407, 469})
    void faultsOfTheStatementOrTheData(int code) {
        assertThat(refused(500, code).isStatement()).isTrue();
        assertThat(refused(500, code).isTooLarge()).isFalse();
    }

    /** Parts, memory of the machine, files, names, replicas, S3, exceptions of libraries, and codes that are not known. */
    @ParameterizedTest
    @ValueSource(ints = {16, 60, 74, 76, 173, 198, 252, 279, 285, 286, 319, 425, 499, 999, 1001, 1002, 98_765})
    void allOthersMayPass(int code) {
        assertThat(refused(500, code).isStatement()).isFalse();
        assertThat(refused(400, code).isStatement()).as("as of HTTP 400").isFalse();
    }

    @Test
    void otherServersKeepTheirWords() {
        RefusedException proxy = new RefusedException(502, "HTTP 502: Bad Gateway");
        assertThat(ClickHouseRefusals.of(proxy)).isSameAs(proxy);
    }

    private static RefusedException refused(int status, int code) {
        return ClickHouseRefusals.of(
                new RefusedException(status, "HTTP " + status + ": Code: " + code + ". DB::Exception: reasons"));
    }
}
