package io.weir.gateway.snmp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.testing.Daemon;
import io.weir.gateway.testing.FreePort;
import io.weir.gateway.testing.OpenedInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Polls snmpsim, which plays a large switch by v2c and v3. It answers with at most 64 values. */
@Tag("long")
class SnmpSimulatorTest {
    private static final int PORTS = 300;
    private static final String STAMP = " [0-9]{19}";

    private final Path folder;

    SnmpSimulatorTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void aLargeSwitchArrivesWhole() throws Exception {
        Path program = Daemon.find("snmpsimd", "snmpsim");
        Path community = Files.writeString(folder.resolve("community"), "switch\n");
        Path auth = Files.writeString(folder.resolve("auth"), "auctoritas\n");
        Path privacy = Files.writeString(folder.resolve("privacy"), "privatus\n");
        int port = FreePort.next();
        String target = "static: [{targets: ['127.0.0.1:" + port + "']}]";
        List<String> command = List.of(
                program.toString(),
                "--data-dir=" + recorded(),
                "--cache-dir=" + folder.resolve("cache"),
                "--agent-udpv4-endpoint=127.0.0.1:" + port,
                "--process-user=" + name("-un"),
                "--process-group=" + name("-gn"));
        try (Daemon simulator = Daemon.start(folder, command);
                OpenedInput input = OpenedInput.open("snmp: {enabled: true, shared: false, interval: 20s, jobs: ["
                        + "{job-name: v2, community-file: " + community + ", profiles: [if-mib], " + target + "},"
                        + "{job-name: v3, version: v3, user: simulator, context: switch, auth-protocol: md5, auth-file: "
                        + auth + ", privacy-protocol: des, privacy-file: " + privacy + ", profiles: [if-mib], " + target
                        + "}]}")) {
            for (String job : List.of("v2", "v3")) {
                String tags = ",instance=127.0.0.1:" + port + ",job=" + job;
                simulator.until("rows of " + job, () -> input.has("snmp_rows" + tags + " value=301" + STAMP));
                assertThat(input.lines()).anyMatch(line -> line.matches("up" + tags + " value=1" + STAMP));
                for (int i : List.of(1, 64, PORTS)) {
                    String row = "snmp_interface,ifName=Gi1/0/" + i + tags + " ifAdminStatus=1i,ifHCInOctets="
                            + (1_000_000_000_000_000_000L + i) + "i,ifHCOutOctets=18446744073709551000u" + STAMP;
                    assertThat(input.lines()).anyMatch(line -> line.matches(row));
                }
            }
            assertThat(input.counts().rejected.snapshot()).isEmpty();
        }
    }

    private Path recorded() throws IOException {
        StringBuilder text = new StringBuilder("1.3.6.1.2.1.1.3.0|67|123456\n");
        column(text, "1.3.6.1.2.1.2.2.1.7.%1$d|2|1\n");
        column(text, "1.3.6.1.2.1.31.1.1.1.1.%1$d|4|Gi1/0/%1$d\n");
        column(text, "1.3.6.1.2.1.31.1.1.1.6.%1$d|70|1000000000000000%1$03d\n");
        column(text, "1.3.6.1.2.1.31.1.1.1.10.%1$d|70|18446744073709551000\n");
        Path data = Files.createDirectory(folder.resolve("data"));
        Files.writeString(data.resolve("switch.snmprec"), text);
        return data;
    }

    private static void column(StringBuilder text, String format) {
        for (int i = 1; i <= PORTS; i++) {
            text.append(format.formatted(i));
        }
    }

    /** The simulator runs as root only if an option names this user. */
    private static String name(String option) throws IOException {
        return new String(
                        new ProcessBuilder("id", option)
                                .start()
                                .getInputStream()
                                .readAllBytes(),
                        UTF_8)
                .strip();
    }
}
