package io.weir.contract.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundHostTest {

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST:8080", "127.0.0.1:1", "127.0.0.2", "[::1]", "[::1]:8080"})
    void namesOfThisMachineAreMeant(String header) {
        assertThat(BoundHost.of("127.0.0.1").isMeantBy(Optional.of(header))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example:8080",
                "127.0.0.1.evil.example",
                "evil.example:127.0.0.1",
                "localhost.evil.example",
                "0.0.0.0:8080",
                "",
            })
    void namesOfTheWorldAreNot(String header) {
        assertThat(BoundHost.of("127.0.0.1").isMeantBy(Optional.of(header))).isFalse();
    }

    @Test
    void theNameThatWasBoundIsMeant() {
        BoundHost bound = new BoundHost("Node7", true);

        assertThat(bound.isMeantBy(Optional.of("node7:9400"))).isTrue();
        assertThat(bound.isMeantBy(Optional.of("node8:9400"))).isFalse();
    }

    @Test
    void acceptsRequestsWithoutAHost() {
        assertThat(BoundHost.of("127.0.0.1").isMeantBy(Optional.empty())).isTrue();
    }

    @Test
    void acceptsAnyHostOnAllAddresses() {
        assertThat(BoundHost.of("0.0.0.0").isMeantBy(Optional.of("weir.farm"))).isTrue();
    }
}
