package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.testing.FreePorts;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code weir up} without the folder {@code embedded}, as in a container image. */
class UpWithoutEmbeddedTest {

    private final Path directory;

    UpWithoutEmbeddedTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            up                                       | Kafka and store are | --bootstrap HOST:PORT and --store influxdb
            up --store=influxdb1://127.0.0.1/metrics | Kafka is            | --bootstrap HOST:PORT, or
            up --bootstrap=127.0.0.1:9               | store is            | name your own with --store influxdb
            """)
    void saysWhatIsNotThereAndWhatToNameInstead(String command, String missing, String remedy) throws Exception {
        try (WeirProcess up = start(command.split(" "))) {
            assertThat(up.awaitExit()).isEqualTo(1);
            assertThat(up.output())
                    .startsWith("weir up: the embedded " + missing + " not in this installation")
                    .contains(remedy)
                    .doesNotContain("NoClassDefFoundError");
        }
        assertThat(directory.resolve("data")).doesNotExist();
    }

    @Test
    void startsWithAKafkaAndAStoreOfItsOwnersChoice() throws Exception {
        try (WeirProcess up = start("up", "--bootstrap=127.0.0.1:9", "--store=influxdb1://127.0.0.1:9/metrics")) {
            up.awaitOutput("gateway listens");
            assertThat(up.output()).doesNotContain("NoClassDefFoundError");
        }
    }

    private WeirProcess start(String... arguments) throws Exception {
        Map<String, String> ports = Map.of(
                "WEIR_METERS_PORT", Integer.toString(FreePorts.next()),
                "WEIR_DASHBOARD_PORT", Integer.toString(FreePorts.next()),
                "WEIR_GATEWAY_UDP_PORT", Integer.toString(FreePorts.next()));
        return WeirProcess.start(directory, ports, withoutEmbedded(), arguments);
    }

    private static String withoutEmbedded() {
        List<String> all = Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator));
        String path = all.stream()
                .filter(entry -> !entry.matches(".*/(questdb|kafka_2\\.13|kafka-metadata|kafka-server|kafka-raft)-.*"))
                .collect(Collectors.joining(File.pathSeparator));
        assertThat(path.length())
                .as("class path without them")
                .isLessThan(String.join("", all).length());
        return path;
    }
}
