package io.weir.gateway.zabbix;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.testing.Daemon;
import io.weir.gateway.testing.Identity;
import io.weir.gateway.testing.InputPage;
import io.weir.gateway.testing.OpenedInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real {@code zabbix_sender} and agent send to the input as the page says. */
class ZabbixClientsTest {
    private static final InputPage PAGE = new InputPage("zabbix");

    private final Path folder;

    ZabbixClientsTest(@TempDir Path directory) {
        folder = directory;
    }

    @Test
    void theSenderSendsAFileOfValuesWithTimes() throws Exception {
        Daemon.find("zabbix_sender", "zabbix-agent");
        try (OpenedInput input = OpenedInput.open("zabbix: {enabled: true, port: 0}")) {
            input.acknowledging();
            String script = PAGE.blocks("sh").get(0).replace("weir.example.org", "127.0.0.1 -p " + input.port());
            Run run = run(List.of("sh", "-c", script));
            assertThat(run.output()).contains("processed: 3; failed: 0; total: 3", "sent: 3; skipped: 0; total: 3");
            assertThat(run.status()).isZero();
            assertThat(input.lines()).containsExactlyInAnyOrderElementsOf(PAGE.arrivesAs("sh"));
            assertThat(input.counts().rejectedConnections.snapshot()).isEmpty();
        }
    }

    @Test
    void theSenderReportsValuesThatAreRefused() throws Exception {
        try (OpenedInput input = OpenedInput.open("zabbix: {enabled: true, port: 0}")) {
            input.acknowledging();
            Run run = run(sender(input, "-s", "flp1", "-k", "k[", "-o", "1"));
            assertThat(run.output()).contains("processed: 0; failed: 1; total: 1");
            assertThat(run.status()).isEqualTo(2);
            assertThat(input.refused()).singleElement().asString().startsWith("zabbix-bad-key: {\"host\":\"flp1\"");
        }
    }

    @Test
    void theSenderFailsIfValuesAreNotSafeInTime() throws Exception {
        try (OpenedInput input = OpenedInput.open("zabbix: {enabled: true, port: 0, request-timeout: 200ms}")) {
            Run run = run(sender(input, "-vv", "-s", "flp1", "-k", "load", "-o", "1"));
            assertThat(run.output()).contains("not known to be safe");
            assertThat(run.status()).isEqualTo(1);
            input.acknowledging(); // Else closing waits for it.
        }
    }

    @Test
    void theSenderUsesTlsWithCertificates() throws Exception {
        Identity both = new Identity(folder, "both", "RSA");
        String tls = "tls: {certificate: %s, key: %s, client-ca: %s}"
                .formatted(both.certificate(), both.key(), both.certificate());
        try (OpenedInput input = OpenedInput.open("zabbix: {enabled: true, port: 0, " + tls + "}")) {
            input.acknowledging();
            List<String> command = sender(input, "-s", "flp1", "-k", "load", "-o", "0.5", "--tls-connect", "cert");
            command.addAll(List.of("--tls-ca-file", both.certificate().toString()));
            command.addAll(List.of("--tls-cert-file", both.certificate().toString()));
            command.addAll(List.of("--tls-key-file", both.key().toString()));
            assertThat(run(command).output()).contains("processed: 1; failed: 0; total: 1");
            assertThat(input.has("load,host=flp1 value=0\\.5 \\d{19}")).isTrue();
        }
    }

    /** The first answers say that values are not safe, so the agent sends them again. */
    @Test
    void theAgentMeasuresTheItemsOfItsHostAndRepeatsWhatIsNotSafe() throws Exception {
        Path program = Daemon.find("zabbix_agentd", "zabbix-agent");
        Path log = Files.writeString(folder.resolve("x.log"), "");
        String items = """
                zabbix:
                  enabled: true
                  port: 0
                  request-timeout: 100ms
                  checks:
                    - {key: agent.ping, host: "flp*", delay: 1s}
                    - {key: 'system.cpu.load[all,avg1]', delay: 1s}
                    - {key: 'log[%s]', delay: 1s}
                    - {key: 'no.such.item[a]', delay: 1s}
                    - {key: agent.hostname, host: "epn*", delay: 1s}
                """.formatted(log);
        try (OpenedInput input = OpenedInput.open(items);
                Daemon agent = Daemon.start(
                        folder,
                        List.of(program.toString(), "-f", "-c", config(input).toString()))) {
            agent.until("an answer", () -> input.counts().rejectedConnections.of("not-safe-in-time") > 0);
            input.acknowledging();
            agent.until("repetition", () -> input.counts().warnings.of("zabbix-repeated") > 0);
            Files.writeString(log, "an \"error\"\n");
            agent.until("ping", () -> input.has("agent_ping,host=flp1 value=1 \\d{19}"));
            agent.until("load", () -> input.has("system_cpu_load,host=flp1,p1=all,p2=avg1 value=[0-9.]+ \\d{19}"));
            agent.until("log", () -> input.has("log,host=flp1,p1=.*/x\\.log value=\"an \\\\\"error\\\\\"\" \\d{19}"));
            agent.until("refusal", () -> input.counts().rejected.total() > 0);
            assertThat(input.counts().rejected.snapshot()).containsOnlyKeys("zabbix-not-supported");
            assertThat(input.counts().missing.sum()).isZero();
            assertThat(input.lines()).noneMatch(line -> line.startsWith("agent_hostname"));
        }
    }

    /** The configuration of the page, and what a test needs. */
    private Path config(OpenedInput input) throws IOException {
        String ofPage = PAGE.block("text", "ServerActive=").replace("weir.example.org", "127.0.0.1:" + input.port());
        return Files.writeString(
                folder.resolve("agent.conf"), ofPage + "LogType=console\nStartAgents=0\nBufferSend=1\nAllowRoot=1\n");
    }

    private static List<String> sender(OpenedInput input, String... more) {
        Path program = Daemon.find("zabbix_sender", "zabbix-agent");
        List<String> command =
                new ArrayList<>(List.of(program.toString(), "-z", "127.0.0.1", "-p", Integer.toString(input.port())));
        command.addAll(List.of(more));
        return command;
    }

    private record Run(int status, String output) {}

    private Run run(List<String> command) throws Exception {
        Path output = Files.createTempFile(folder, "run", ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        Process process = builder.start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
        return new Run(process.exitValue(), Files.readString(output));
    }
}
