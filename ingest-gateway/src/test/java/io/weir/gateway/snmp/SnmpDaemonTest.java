package io.weir.gateway.snmp;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.OneInput;
import io.weir.gateway.testing.Daemon;
import io.weir.gateway.testing.FreePort;
import io.weir.gateway.testing.InputPage;
import io.weir.gateway.testing.OpenedInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Polls the real snmpd. */
class SnmpDaemonTest {
    private static final String STAMP = " [0-9]{19}";
    private static final List<List<String>> USERS = List.of(
            List.of("md5des", "MD5", "DES", "md5", "des"),
            List.of("shaaes", "SHA", "AES", "sha", "aes-128"),
            List.of("sha224aes", "SHA-224", "AES", "sha-224", "aes-128"),
            List.of("sha256aes", "SHA-256", "AES", "sha-256", "aes-128"),
            List.of("sha384aes192", "SHA-384", "AES-192", "sha-384", "aes-192"),
            List.of("sha512aes256", "SHA-512", "AES-256", "sha-512", "aes-256"));

    private final Path folder;

    private final Path program;
    private final Path community;
    private final Path secret;
    private final int port = FreePort.next();

    SnmpDaemonTest(@TempDir Path folder) throws IOException {
        this.folder = folder;
        program = Daemon.find("snmpd", "snmpd");
        community = Files.writeString(folder.resolve("community"), "public\n");
        secret = Files.writeString(folder.resolve("secret"), "open-sesame\n");
    }

    @Test
    void interfacesAndAPowerSupplyArrive() throws Exception {
        try (Daemon daemon = daemon("", """
                        override 1.3.6.1.2.1.33.1.2.1.0 integer 2
                        override 1.3.6.1.2.1.33.1.2.4.0 integer 97
                        override 1.3.6.1.2.1.33.1.4.4.1.2.1 integer 231
                        override 1.3.6.1.2.1.33.1.4.4.1.5.1 integer 42
                        """);
                OpenedInput input = open(job("v2", "community-file: " + community, "if-mib, if-mib-32, ups-mib"))) {
            String tags = ",instance=127.0.0.1:" + port + ",job=v2";
            until(daemon, input, "up" + tags + " value=1" + STAMP);
            until(
                    daemon,
                    input,
                    "snmp_interface,ifName=lo" + tags + " ifAdminStatus=1i,.*,ifHCInOctets=[0-9]+i,.*" + STAMP);
            until(daemon, input, "snmp_interface,ifDescr=lo" + tags + " .*,ifInOctets=[0-9]+i,.*" + STAMP);
            until(daemon, input, "snmp_system" + tags + " sysUpTime=[0-9]+i" + STAMP);
            until(daemon, input, "snmp_ups" + tags + " upsBatteryStatus=2i,upsEstimatedChargeRemaining=97i" + STAMP);
            until(
                    daemon,
                    input,
                    "snmp_ups_output" + tags + ",line=1 upsOutputPercentLoad=42i,upsOutputVoltage=231i" + STAMP);
            assertThat(input.counts().rejected.snapshot()).isEmpty();
            // A machine with much to do answers late, which is not a fault of the input.
            assertThat(input.counts().warnings.snapshot().keySet()).isSubsetOf(Failure.TIMEOUT, DeviceLoop.SKIPPED);
        }
    }

    @Test
    void theConfigurationOfThePageWorks() throws Exception {
        InputPage page = new InputPage("snmp");
        String conf = page.blocks("snmpd")
                .get(0)
                .replace("udp:161", "udp:127.0.0.1:" + port)
                .replace("10.0.0.0/8", "127.0.0.1");
        for (String file : List.of("snmp-auth", "snmp-privacy")) {
            Files.copy(secret, folder.resolve(file));
        }
        Files.copy(community, folder.resolve("snmp-community"));
        String yaml = page.block("yaml", "snmp:")
                .replace("/etc/weir", folder.toString())
                .replace("[switch7, \"switch8:1161\"]", "['127.0.0.1:" + port + "']")
                .replace("[ups1]", "['127.0.0.1:" + port + "']")
                .replace("interval: 1m", "interval: 500ms\n  shared: false");
        try (Daemon daemon = start(conf);
                OpenedInput input = OpenedInput.open(yaml)) {
            String tags = ",instance=127.0.0.1:" + port;
            until(daemon, input, "snmp_interface,ifName=lo" + tags + ",job=switches,rack=A1 .*ifHCInOctets=.*");
            until(daemon, input, "storage,hrStorageDescr=.*" + tags + ",job=ups hrStorageSize=.*,hrStorageUsed=.*");
            until(daemon, input, "users" + tags + ",job=ups hrSystemNumUsers=[0-9]+i" + STAMP);
        }
    }

    @Test
    void usersOfVersion3ReadWithAllProtocols() throws Exception {
        StringBuilder users = new StringBuilder("createUser plain\nrouser plain noauth\n");
        StringBuilder jobs = new StringBuilder(job("plain", "version: v3, user: plain", "if-mib"));
        for (List<String> user : USERS) {
            String name = user.get(0);
            users.append("createUser %s %s open-sesame %s open-sesame%nrouser %s priv%n"
                    .formatted(name, user.get(1), user.get(2), name));
            String keys = "version: v3, user: " + name + ", auth-protocol: " + user.get(3) + ", auth-file: " + secret
                    + ", privacy-protocol: " + user.get(4) + ", privacy-file: " + secret;
            jobs.append(", ").append(job(name, keys, "if-mib"));
        }
        String wrong = "version: v3, user: shaaes, auth-protocol: sha, auth-file: "
                + Files.writeString(folder.resolve("wrong"), "close-sesame") + ", privacy-file: " + secret;
        jobs.append(", ").append(job("wrong", wrong, "if-mib"));
        jobs.append(", ").append(job("nobody", "version: v3, user: nobody", "if-mib"));
        try (Daemon daemon = daemon(users.toString(), "");
                OpenedInput input = open(jobs.toString())) {
            until(daemon, input, "snmp_interface,.*,job=plain .*ifHCInOctets=.*");
            for (List<String> user : USERS) {
                until(daemon, input, "snmp_interface,.*,job=" + user.get(0) + " .*ifHCInOctets=.*");
                until(daemon, input, "up,.*,job=" + user.get(0) + " value=1" + STAMP);
            }
            until(daemon, input, "up,.*,job=wrong value=0" + STAMP);
            until(daemon, input, "up,.*,job=nobody value=0" + STAMP);
            assertThat(input.has("snmp_interface.*job=(wrong|nobody).*")).isFalse();
            daemon.until("reports", () -> input.counts().warnings.of(Failure.REPORT) > 1);
        }
    }

    /** A restarted device has other boots, and a replaced one another engine id. */
    @Test
    void version3GoesOnAfterARestart() throws Exception {
        String user = "createUser ann SHA-256 open-sesame AES open-sesame\nrouser ann priv\n";
        String keys = "version: v3, user: ann, auth-file: " + secret + ", privacy-file: " + secret;
        try (OpenedInput input = open(job("v3", keys, "if-mib"))) {
            for (String engine : List.of("one", "one", "two")) {
                try (Daemon daemon = daemon(user + "engineID " + engine + "\n", "")) {
                    int before = input.lines().size();
                    daemon.until("an answer", () -> input.lines().stream()
                            .skip(before)
                            .anyMatch(line -> line.startsWith("up,") && line.contains(" value=1 ")));
                }
                int before = input.lines().size();
                waitFor(input, before);
            }
        }
    }

    private static void waitFor(OpenedInput input, int before) {
        OneInput.await("down", () -> input.lines().stream()
                .skip(before)
                .anyMatch(line -> line.startsWith("up,") && line.contains(" value=0 ")));
    }

    private Daemon daemon(String users, String more) throws IOException {
        return start("agentaddress udp:127.0.0.1:" + port + "\nrocommunity public 127.0.0.1\n" + users + more);
    }

    private Daemon start(String conf) throws IOException {
        Path config = Files.writeString(folder.resolve("snmpd.conf"), conf);
        return Daemon.start(
                folder, List.of(program.toString(), "-f", "-Lo", "-C", "-c", config.toString(), "-p", folder + "/pid"));
    }

    private String job(String name, String access, String profiles) {
        return "{job-name: " + name + ", request-timeout: 200ms, " + access + ", profiles: [" + profiles
                + "], static: [{targets: ['127.0.0.1:" + port + "']}]}";
    }

    private static OpenedInput open(String jobs) {
        return OpenedInput.open("snmp: {enabled: true, shared: false, interval: 500ms, jobs: [" + jobs + "]}");
    }

    private static void until(Daemon daemon, OpenedInput input, String line) throws Exception {
        daemon.until(line, () -> input.has(line));
    }
}
