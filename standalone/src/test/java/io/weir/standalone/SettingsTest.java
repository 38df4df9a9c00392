package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

    @Test
    void haveOneVariableForOneKeyAloneAndInUp() {
        Map<String, String> environment = Map.of(
                "WEIR_KAFKA_PARTITIONS", "3",
                "WEIR_KAFKA_PROPERTIES_SECURITY_PROTOCOL", "SSL",
                "WEIR_METERS_PORT", "2",
                "WEIR_GATEWAY_UDP_PORT", "3",
                "WEIR_PROCESSING_RULES", "of another service",
                "WEIR_STORE_TOKEN", "of no document");

        for (Settings settings : List.of(
                Settings.ofOne(ServiceKinds.GATEWAY, Optional.empty(), environment),
                Settings.ofAll(ServiceKinds.ALL, Optional.empty(), environment))) {
            assertThat(settings.kafka().partitions()).isEqualTo(3);
            assertThat(settings.kafka().properties()).isEqualTo(Map.of("security.protocol", "SSL"));
            assertThat(settings.meters().port()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"WEIR_GATEWAY_UDP_PROT", "WEIR_GATWAY_UDP_PORT", "WEIR_GATEWAY_KAFKA_BOOTSTRAP"})
    void aVariableThatSetsNothingIsRefused(String variable) {
        Map<String, String> environment = Map.of(variable, "1");

        assertThatThrownBy(() -> Settings.ofOne(ServiceKinds.GATEWAY, Optional.empty(), environment))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("environment: " + variable + ": is not a known variable");
        assertThatThrownBy(() -> Settings.ofAll(ServiceKinds.ALL, Optional.empty(), environment))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("environment: " + variable + ": is not a known variable");
    }

    @Test
    void keysThatAnOptionOfUpDecidesAreRefusedThere(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("up.yaml"), """
                kafka: {bootstrap: "kafka:9092"}
                processing: {state-directory: state}
                writer: {store: "influxdb1://influx/metrics"}
                """);

        assertThatThrownBy(() -> Settings.ofAll(ServiceKinds.ALL, Optional.of(file), Map.of()))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("up.yaml:1: kafka.bootstrap: has no effect in weir up; remove it here, and use"
                        + " --bootstrap")
                .hasMessageContaining("up.yaml:2: processing.state-directory: has no effect in weir up; remove it"
                        + " here, and use --data")
                .hasMessageContaining(
                        "up.yaml:3: writer.store: has no effect in weir up; remove it here, and use" + " --store");
    }
}
