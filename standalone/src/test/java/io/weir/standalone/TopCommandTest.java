package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.Counter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.weir.contract.service.Health;
import io.weir.contract.service.HttpSettings;
import io.weir.contract.service.MetersServer;
import io.weir.writer.testing.FreePorts;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** {@code weir top --once} with real pages of meters; {@code TopTerminalTest} runs all of Weir. */
class TopCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final String noDashboard = "--dashboard=http://127.0.0.1:" + FreePorts.next();

    @Test
    void printsReadyAndWaitingAndSilentServices() {
        int silent = FreePorts.next();
        try (MetersServer ready = serving(Health.running(), Optional.empty());
                MetersServer waiting = serving(Health.waiting("waits for Kafka"), Optional.empty())) {
            assertThat(top("--once", port(ready), port(waiting), Integer.toString(silent)))
                    .isZero();

            assertThat(out.toString().lines())
                    .anyMatch(line -> line.matches("gateway +" + ready.port() + " +0/s +- +- +- +running"))
                    .anyMatch(line -> line.matches("gateway +" + waiting.port() + ".* not ready"))
                    .contains("  waits for Kafka")
                    .anyMatch(line -> line.matches("- +" + silent + ".* away"))
                    .contains("ALARMS  unknown: the dashboard does not answer");
        }
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void withoutATerminalOneScreenFollows() {
        try (MetersServer ready = serving(Health.running(), Optional.empty())) {
            assertThat(top(port(ready))).isZero();
        }
        assertThat(err.toString()).contains("one screen follows, as of --once");
        assertThat(out.toString()).startsWith("weir top  ").contains("1 service ready");
    }

    @Test
    void aTokenOfTheMetersIsNeeded() {
        try (MetersServer locked = serving(Health.running(), Optional.of("secret"))) {
            assertThat(top("--once", port(locked))).isZero();
        }
        assertThat(out.toString())
                .contains("has no rates: the meters need another token: set WEIR_METERS_TOKEN")
                .doesNotContain("secret");
    }

    @Test
    void readsMetersWithATokenFromTheEnvironment(@TempDir Path directory) throws Exception {
        Path token = Files.writeString(directory.resolve("token"), "secret\n");
        try (MetersServer locked = serving(Health.running(), Optional.of("secret"))) {
            // The variable of the token itself is read from the environment of the process.
            Map<String, String> environment =
                    Map.of("WEIR_METERS_TOKEN_FILE", token.toString(), "WEIR_METERS_TOKEN", "other");
            assertThat(topIn(environment, "--once", port(locked))).isZero();
        }
        assertThat(out.toString()).doesNotContain("has no rates").containsPattern("gateway +0/s");
    }

    @Test
    void aTokenOfTwoLinesIsNotShown(@TempDir Path directory) throws Exception {
        Path token = Files.writeString(directory.resolve("token"), "secret\nsecond\n");
        try (MetersServer locked = serving(Health.running(), Optional.of("secret"))) {
            Map<String, String> environment = Map.of("WEIR_METERS_TOKEN_FILE", token.toString());
            assertThat(topIn(environment, "--once", port(locked))).isZero();
        }
        assertThat(out + err.toString())
                .contains("has no rates: WEIR_METERS_TOKEN has a character that no token can have")
                .doesNotContain("secret");
    }

    @Test
    void jsonIsOneLine() throws Exception {
        try (MetersServer ready = serving(Health.running(), Optional.empty())) {
            assertThat(top("--once", "--json", port(ready))).isZero();
        }
        assertThat(out.toString().lines()).hasSize(1);
        JsonNode line = new ObjectMapper().readTree(out.toString());
        assertThat(line.at("/services/0/state").asText()).isEqualTo("READY");
        assertThat(line.at("/services/0/inPerSecond").isNumber()).isTrue();
        assertThat(line.path("dashboard").asText()).startsWith("nothing listens there");
    }

    @Test
    void failsIfNothingAnswers() {
        String silent = Integer.toString(FreePorts.next());
        assertThat(top("--once", silent)).isEqualTo(1);
        assertThat(err.toString())
                .contains("no service answers on 127.0.0.1 at " + silent + ": start one")
                .contains("no dashboard answers at http://127.0.0.1:");
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--every=0s", "--every=2d", "--every=soon", "70000"})
    void refusesInvalidOptions(String argument) {
        assertThat(top("--once", argument)).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains(argument.replaceFirst("=.*", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--host=a b", "--dashboard=ftp://x"})
    void refusesInvalidAddresses(String argument) {
        assertThat(top("--once", argument)).isEqualTo(1);
        assertThat(err.toString()).contains(argument.replaceFirst("=.*", "") + " must be the address of a web server");
    }

    private int top(String... arguments) {
        return topIn(Map.of(), arguments);
    }

    private int topIn(Map<String, String> environment, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        String given = String.join(" ", arguments);
        if (!given.contains("--dashboard")) {
            all.add(noDashboard);
        }
        if (!given.contains("--every")) {
            all.add("--every=200ms");
        }
        return CommandErrors.install(new CommandLine(new TopCommand(environment)))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all.toArray(String[]::new));
    }

    private static String port(MetersServer server) {
        return Integer.toString(server.port());
    }

    private static MetersServer serving(Health health, Optional<String> token) {
        PrometheusMeterRegistry meters = JvmMeters.registry();
        Counter.builder("weir.gateway.lines").tag("input", "udp").register(meters);
        return MetersServer.start(
                new HttpSettings("127.0.0.1", 0, token), meters, List.of(new HealthCommandTest.Some(health)));
    }
}
