package io.weir.contract.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.BindException;
import org.junit.jupiter.api.Test;

class PortMistakeTest {
    private static final PortMistake MISTAKE = new PortMistake("udp", "line protocol", "udp.port", "udp.host");

    @Test
    void distinguishesPrivilegedFromTakenPorts() {
        assertThat(MISTAKE.because("127.0.0.1", 80, new BindException("Permission denied")))
                .hasMessageContaining("port 80/udp on 127.0.0.1, for line protocol, is not permitted for user")
                .hasMessageContaining("set one of 1024 or more with udp.port");
        assertThat(MISTAKE.because("127.0.0.1", 8089, new BindException("Address already in use")))
                .hasMessageContaining("is taken by another process: is another weir running?")
                .hasMessageContaining("ss -lnp --udp 'sport = :8089'")
                .hasMessageContaining("set another with udp.port");
    }

    @Test
    void namesTheSettingOfAForeignAddress() {
        assertThat(MISTAKE.because("192.0.2.1", 1, new BindException("Cannot assign requested address")))
                .hasMessageContaining("'192.0.2.1', for line protocol, is no address of this machine")
                .hasMessageContaining("with udp.host");
    }
}
