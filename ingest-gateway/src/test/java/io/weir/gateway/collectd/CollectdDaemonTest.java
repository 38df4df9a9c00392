package io.weir.gateway.collectd;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.testing.Collectd;
import io.weir.gateway.testing.Daemon;
import io.weir.gateway.testing.FreePort;
import io.weir.gateway.testing.OpenedInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the real collectd and snmpd with the configuration of the documentation page. */
@Tag("long")
class CollectdDaemonTest {
    private static final String STAMP = " [0-9]{19}";
    private static final String FLOAT = "[-+0-9.E]+";
    private static final String LOAD = line("load,hostname=flp1,type=load shortterm=F,midterm=F,longterm=F");

    private final CollectdPage page = new CollectdPage();

    private Path folder;
    private Path users;

    @BeforeEach
    void find(@TempDir Path directory) throws IOException {
        folder = directory;
        users = folder.resolve("users");
        writeUsers(page.users());
    }

    @Test
    void valuesAndNotificationsArrive() throws Exception {
        try (OpenedInput input = OpenedInput.open(page.yaml("{enabled: true}", users))) {
            String threshold = page.conf("in addition", input.port()).replace("WarningMax 64", "WarningMax -1");
            try (Daemon daemon = Collectd.start(folder, page.conf("collectd.conf", input.port()) + threshold)) {
                daemon.until("load", () -> input.has(LOAD));
                daemon.until(
                        "cpu",
                        () -> input.has(line("cpu,hostname=flp1,instance=0,type=cpu,type_instance=idle value=F")));
                daemon.until(
                        "memory", () -> input.has(line("memory,hostname=flp1,type=memory,type_instance=free value=F")));
                daemon.until(
                        "lo", () -> input.has(line("interface,hostname=flp1,instance=lo,type=if_octets rx=F,tx=F")));
                daemon.until(
                        "event",
                        () -> input.has("collectd_notification,hostname=flp1,plugin=load,type=load"
                                + " message=\".*warning threshold.*\",severity=\"warning\"" + STAMP));
            }
            assertThat(input.counts().rejected.snapshot()).isEmpty();
            assertThat(input.counts().warnings.snapshot()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"sign, signed", "encrypt, encrypted"})
    void protectedPacketsAreTakenAndPlainOnesAreNot(String level, String conf) throws Exception {
        try (OpenedInput input = OpenedInput.open(page.yaml("security-level: " + level, users))) {
            try (Daemon daemon = Collectd.start(folder, page.conf(conf, input.port()))) {
                daemon.until("load", () -> input.has(LOAD));
            }
            assertThat(input.counts().rejected.snapshot()).isEmpty();
            try (Daemon daemon = Collectd.start(folder, page.conf("collectd.conf", input.port()))) {
                String why = level.equals("sign") ? "collectd-unsigned" : "collectd-unencrypted";
                daemon.until("refused", () -> input.counts().rejected.of(why) > 0);
                // The last packet of the first daemon arrived before this one.
                long taken = taken(input);
                long refused = input.counts().rejected.of(why);
                daemon.until("refused again", () -> input.counts().rejected.of(why) > refused);
                assertThat(taken(input)).isEqualTo(taken);
            }
        }
    }

    private static long taken(OpenedInput input) {
        return input.counts().lines.sum() - input.counts().rejected.total();
    }

    @ParameterizedTest
    @CsvSource({"sign, signed, collectd-bad-signature", "encrypt, encrypted, collectd-bad-checksum"})
    void aPasswordIsChangedWithoutARestart(String level, String conf, String why) throws Exception {
        try (OpenedInput input = OpenedInput.open(page.yaml("security-level: " + level, users))) {
            String other = page.conf(conf, input.port()).replaceAll("Password .*", "Password \"another\"");
            try (Daemon daemon = Collectd.start(folder, other)) {
                daemon.until("refused", () -> input.counts().rejected.of(why) > 0);
                assertThat(input.lines()).isEmpty();
                writeUsers("flp: another");
                daemon.until("load", () -> input.has(LOAD));
            }
        }
    }

    @Test
    void aSwitchIsReadOverSnmp() throws Exception {
        Path snmpd = Daemon.find("snmpd", "snmpd");
        int port = FreePort.next();
        Path agent = folder.resolve("snmpd.conf");
        Files.writeString(agent, "rocommunity public 127.0.0.1\n");
        List<String> command = List.of(
                snmpd.toString(),
                "-f",
                "-Lo",
                "-C",
                "-c",
                agent.toString(),
                "-p",
                folder.resolve("snmpd.pid").toString(),
                "udp:127.0.0.1:" + port);
        try (OpenedInput input = OpenedInput.open(page.yaml("{enabled: true}", users));
                Daemon aSwitch = Daemon.start(folder, command)) {
            String conf = page.conf("on the machine that asks", input.port())
                    .replace("switch12.example.org", "udp:127.0.0.1:" + port);
            try (Daemon daemon = Collectd.start(folder, conf)) {
                aSwitch.until(
                        "traffic",
                        () -> input.has(line("snmp,hostname=switch12,type=if_octets,type_instance=lo rx=F,tx=F")));
                daemon.until("uptime", () -> input.has(line("snmp,hostname=switch12,type=uptime value=F")));
            }
        }
    }

    private static String line(String text) {
        return text.replaceAll("=F\\b", "=" + FLOAT) + STAMP;
    }

    private void writeUsers(String text) throws IOException {
        Path next = folder.resolve("users.next");
        Files.writeString(next, text);
        Files.setPosixFilePermissions(next, PosixFilePermissions.fromString("rw-------"));
        Files.move(next, users, StandardCopyOption.REPLACE_EXISTING);
    }
}
