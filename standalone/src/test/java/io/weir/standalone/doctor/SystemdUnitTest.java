package io.weir.standalone.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.Weir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of {@code deploy/systemd}. */
class SystemdUnitTest {
    private static final Path FILES = Path.of("..", "deploy", "systemd");
    private static final Path VERIFIER = Path.of("/usr/bin/systemd-analyze");

    @Test
    void theUnitStartsWhatTheImageStarts() throws IOException {
        String unit = Files.readString(FILES.resolve("weir@.service"));
        String image = Files.readString(Path.of("..", "docker", "Dockerfile"));

        for (String part : List.of("/opt/weir/weir.options", "/opt/weir/app/*:/opt/weir/lib/*", Weir.class.getName())) {
            assertThat(unit).contains(part);
            assertThat(image).contains(part);
        }
        assertThat(unit).contains(" %i --config /etc/weir/%i.yaml", "LimitNOFILE=65536");
        String probe = Files.readString(Path.of("..", "docs", "probe.md"));
        assertThat(probe)
                .contains("@/opt/weir/weir.options", "/opt/weir/app/*:/opt/weir/lib/* " + Weir.class.getName());
    }

    @Test
    void systemdTakesTheUnit(@TempDir Path directory) throws Exception {
        Path unit = Files.copy(FILES.resolve("weir@.service"), directory.resolve("weir@gateway.service"));
        // Without these programs there is no verification.
        if (Files.isExecutable(VERIFIER) && Files.isExecutable(Path.of("/usr/bin/java"))) {
            Path said = directory.resolve("said");
            Process verifier = new ProcessBuilder(VERIFIER.toString(), "verify", "--man=no", unit.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();

            assertThat(verifier.waitFor()).as(Files.readString(said)).isZero();
            assertThat(Files.readString(said)).doesNotContain("weir@gateway");
        }
    }

    @Test
    void sysctlFileMeetsTheDoctorsChecks() throws IOException {
        Properties values = new Properties();
        try (var in = Files.newBufferedReader(FILES.resolve("90-weir.conf"))) {
            values.load(in);
        }

        assertThat(values)
                .isEqualTo(Map.of(
                        "net.core.rmem_max", Long.toString(KernelCheck.RECEIVE_BUFFER),
                        "net.core.netdev_max_backlog", Long.toString(KernelCheck.BACKLOG)));
    }
}
