package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The doctor reads settings as the service does that they belong to. */
class DoctorSettingsTest {
    private final Path directory;

    DoctorSettingsTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void allMistakesOfAServiceAreReportedTogether() throws Exception {
        CommandRun run = doctor("gateway", "udp: {port: -1}\ntcp: {port: 99999}\nhttpp: {enabled: true}\n");
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.output())
                .contains("error    settings: ", "udp.port", "tcp.port", "httpp", "did you mean \"http\"")
                .doesNotContain("has no mistake");
    }

    @Test
    void rightSettingsAreConfirmed() throws Exception {
        assertThat(doctor("gateway", "udp: {port: 9089}\n").output())
                .contains("ok       settings: ", "settings.yaml has no mistake")
                .doesNotContain("error    settings");
    }

    @Test
    void theProbeHasSettingsButNoRights() throws Exception {
        assertThat(doctor("probe", "format: smoke\n").output()).contains("error    settings: ", "format");
        CommandRun run = CommandRun.of("doctor", "--host-only", "--as=probe");
        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.output()).contains("probe is not a service with rights");
    }

    @Test
    void withoutAServiceTheSettingsAreThoseOfUp() throws Exception {
        Path file = Files.writeString(directory.resolve("up.yaml"), "gateway: {udp: {port: -1}}\nwriter: {store: x}\n");
        CommandRun run = CommandRun.of("doctor", "--host-only", "--config=" + file);
        assertThat(run.output()).contains("gateway.udp.port", "writer.store", "use --store");
    }

    private CommandRun doctor(String service, String yaml) throws Exception {
        Path file = Files.writeString(directory.resolve("settings.yaml"), yaml);
        return CommandRun.of("doctor", "--host-only", "--as=" + service, "--config=" + file);
    }
}
