package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.yaml.MistakesException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {

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
