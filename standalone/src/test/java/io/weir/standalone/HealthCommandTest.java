package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.contract.service.Health;
import io.weir.contract.service.HttpSettings;
import io.weir.contract.service.MetersServer;
import io.weir.contract.service.Service;
import io.weir.writer.testing.FreePorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class HealthCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void isZeroWhenTheServiceIsReady() {
        try (MetersServer server = serving(Health.running())) {
            assertThat(health(port(server))).isZero();
        }
        assertThat(out.toString())
                .contains(" ready {\"ok\":true")
                .contains("\"gateway\":{\"state\":\"READY\",\"detail\":\"running\"}");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void exitCodeIsOneWithTheReasonWhenNotReady() {
        try (MetersServer server = serving(Health.waiting("waits for Kafka"))) {
            assertThat(health(port(server))).isEqualTo(1);
        }
        assertThat(out.toString()).contains(" not ready ").contains("waits for Kafka");
    }

    @Test
    void asksWhereTheEnvironmentPutsTheService() {
        try (MetersServer server = serving(Health.running())) {
            Map<String, String> environment = Map.of("WEIR_METERS_HOST", "0.0.0.0", "WEIR_METERS_PORT", port(server));
            assertThat(healthIn(environment)).isZero();
        }
        assertThat(out.toString()).contains(" ready {\"ok\":true");
    }

    @Test
    void asksAtTheAddressAndPortOfTheEnvironmentAndNowhereElse() {
        String silent = Integer.toString(FreePorts.next());

        assertThat(healthIn(Map.of("WEIR_METERS_HOST", "127.0.0.2", "WEIR_METERS_PORT", silent)))
                .isEqualTo(1);
        assertThat(err.toString()).contains("no service answers on 127.0.0.2 at " + silent + ": ");
    }

    @Test
    void prefersTheNamedPortToThatOfTheEnvironment() {
        try (MetersServer server = serving(Health.running())) {
            Map<String, String> other = Map.of("WEIR_METERS_PORT", Integer.toString(FreePorts.next()));
            assertThat(healthIn(other, port(server))).isZero();
        }
    }

    @Test
    void namesTheVariableThatIsNoPort() {
        assertThat(healthIn(Map.of("WEIR_METERS_PORT", "nine"))).isEqualTo(1);
        assertThat(err.toString()).contains("WEIR_METERS_PORT").contains("nine");
    }

    @Test
    void isOneWhenOneOfTwoNamedPortsIsSilent() {
        String silent = Integer.toString(FreePorts.next());
        try (MetersServer server = serving(Health.running())) {
            assertThat(health(port(server), silent)).isEqualTo(1);
        }
        assertThat(err.toString()).contains("no service answers on 127.0.0.1 at " + silent + ": ");
    }

    @Test
    void printsEachAnswerAsJson() throws Exception {
        int silent = FreePorts.next();
        try (MetersServer ready = serving(Health.running());
                MetersServer waiting = serving(Health.waiting("waits for \"Kafka\""));
                ServerSocket foreign = new ServerSocket(0)) {
            Thread mail = new Thread(() -> answer(foreign));
            mail.start();
            int exit =
                    health("--json", port(ready), port(waiting), "" + foreign.getLocalPort(), Integer.toString(silent));
            mail.join();

            List<JsonNode> lines = new ArrayList<>();
            for (String line : out.toString().lines().toList()) {
                lines.add(new ObjectMapper().readTree(line));
            }
            assertThat(exit).isEqualTo(1);
            assertThat(lines)
                    .extracting(line -> line.path("port").asInt(), line -> line.path("state")
                            .asText())
                    .containsExactly(
                            tuple(ready.port(), "READY"),
                            tuple(waiting.port(), "NOT_READY"),
                            tuple(foreign.getLocalPort(), "FOREIGN"),
                            tuple(silent, "SILENT"));
            assertThat(lines.get(0).at("/health/ok").asBoolean()).isTrue();
            JsonNode gateway = lines.get(1).at("/health/services/gateway");
            assertThat(gateway.path("state").asText()).isEqualTo("NOT_READY");
            assertThat(gateway.path("detail").asText()).isEqualTo("waits for \"Kafka\"");
            assertThat(lines.get(2).path("answer").asText()).isEqualTo("220 mail \"x\"");
        }
    }

    private static void answer(ServerSocket server) {
        try (Socket socket = server.accept()) {
            BufferedReader request = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            // If a part remained unread, the end of the connection could discard the answer.
            while (!request.readLine().isEmpty()) {}
            socket.getOutputStream().write("220 mail \"x\"\r\n".getBytes(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void asksOnlyTheNamedHost() {
        try (MetersServer server = serving(Health.running())) {
            assertThat(health("--host=127.0.0.2", port(server))).isEqualTo(1);
        }
        assertThat(err.toString()).contains("127.0.0.2").contains("weir health PORT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gateway", "70000", "-1", "--host=a b"})
    void refusesInvalidPorts(String argument) {
        assertThat(health(argument)).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains(argument.replace("--host=", ""));
    }

    private int health(String... arguments) {
        return healthIn(Map.of(), arguments);
    }

    private int healthIn(Map<String, String> environment, String... arguments) {
        return CommandErrors.install(new CommandLine(new HealthCommand(environment)))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private static String port(MetersServer server) {
        return Integer.toString(server.port());
    }

    private static MetersServer serving(Health health) {
        return MetersServer.start(new HttpSettings("127.0.0.1", 0), JvmMeters.registry(), List.of(new Some(health)));
    }

    /** A service with a fixed health. */
    record Some(Health health) implements Service {
        @Override
        public String name() {
            return "gateway";
        }

        @Override
        public void start() {}

        @Override
        public void close() {}
    }
}
