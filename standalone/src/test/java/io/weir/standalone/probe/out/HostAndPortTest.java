package io.weir.standalone.probe.out;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostAndPortTest {

    @ParameterizedTest
    @ValueSource(strings = {"gateway1:8089", "10.0.0.7:1", "[fd00::1]:65535"})
    void isWrittenAsItIsRead(String text) {
        assertThat(HostAndPort.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "gateway1",
                ":8089",
                "gateway1:",
                "gateway1:0",
                "gateway1:65536",
                "gateway1:udp",
                "fd00::1:8089"
            })
    void refusesWhatIsNoHostAndPort(String text) {
        assertThatThrownBy(() -> HostAndPort.parse(text))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("must be HOST:PORT, was \"" + text + "\"")
                .hasMessageContaining("such as gateway1:8089");
    }

    @Test
    void reachesAGatewayThatListensOnEveryAddressByTheLoopback() {
        assertThat(HostAndPort.listening("*", 7)).hasToString("127.0.0.1:7");
        assertThat(HostAndPort.listening("::", 7)).hasToString("127.0.0.1:7");
        assertThat(HostAndPort.listening("10.0.0.7", 7)).hasToString("10.0.0.7:7");
    }
}
