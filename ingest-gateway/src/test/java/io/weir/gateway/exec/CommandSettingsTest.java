package io.weir.gateway.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CommandSettingsTest {
    @Test
    void aCommandDoesNotSeeTheSecretsOfTheGateway() {
        CommandSettings settings = new CommandSettings(
                "exec", List.of("env"), Map.of("WEIR_OWN", "1", "LANG", "C"), Optional.empty(), Optional.empty(), 1);
        Map<String, String> environment =
                new HashMap<>(Map.of("WEIR_AMQP_PASSWORD", "secret", "LANG", "de", "HOME", "/home"));
        settings.change(environment);
        assertThat(environment).isEqualTo(Map.of("WEIR_OWN", "1", "LANG", "C", "HOME", "/home"));
    }
}
