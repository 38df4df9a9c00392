package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.testing.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpTest {

    private final Path directory;
    private final int metersPort = FreePorts.next();
    private final Map<String, String> environment = Map.of(
            "WEIR_METERS_PORT", Integer.toString(metersPort),
            "WEIR_GATEWAY_UDP_PORT", Integer.toString(FreePorts.next()),
            "WEIR_DASHBOARD_PORT", Integer.toString(FreePorts.next()),
            "WEIR_STORE_TOKEN", "none of a section");
    private final List<String> ports = List.of(
            "--kafka-port=" + FreePorts.next(),
            "--kafka-controller-port=" + FreePorts.next(),
            "--store-port=" + FreePorts.next());

    UpTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void getsReadyRefusesASecondOneInTheSameDirectoryAndEndsOnASignal() throws Exception {
        try (WeirProcess first = up()) {
            first.awaitOutput("ready      after");
            assertThat(LocalHttp.get(metersPort, "/health/ready").statusCode()).isEqualTo(200);
            assertThat(LocalHttp.get(metersPort, "/metrics").body()).contains("jvm_memory_used_bytes");

            try (WeirProcess second = up()) {
                assertThat(second.awaitExit()).isEqualTo(1);
                assertThat(second.output())
                        .isEqualTo("data directory " + directory.resolve("data").toRealPath()
                                + " is in use by another weir: stop that one, or name another directory with --data\n");
            }

            first.terminate();
            first.awaitExit();
            assertThat(first.output()).contains("stopped after").doesNotContain("ERROR", "\tat ");
        }
    }

    @Test
    @Tag("long")
    void getsReadyAgainAfterAKill() throws Exception {
        try (WeirProcess first = up()) {
            first.awaitOutput("ready      after");
            first.kill();
        }
        try (WeirProcess again = up()) {
            again.awaitOutput("ready      after");
        }
    }

    @Test
    void tellsInPlainLinesWhatIsWrongWithTheSettings() throws Exception {
        Files.writeString(directory.resolve("weir.yaml"), "kafka:\n  partitionz: 4\nmeters:\n  prot: 1\n");

        try (WeirProcess mistaken = up("--config=weir.yaml")) {
            assertThat(mistaken.awaitExit()).isEqualTo(1);
            assertThat(mistaken.output().lines()).hasSize(2).allMatch(line -> line.startsWith("weir.yaml:"));
            assertThat(mistaken.output()).contains("weir.yaml:2", "kafka.partitionz", "weir.yaml:4", "meters.prot");
        }
    }

    private WeirProcess up(String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("up"));
        arguments.addAll(ports);
        Collections.addAll(arguments, more);
        return WeirProcess.start(directory, environment, arguments.toArray(String[]::new));
    }
}
