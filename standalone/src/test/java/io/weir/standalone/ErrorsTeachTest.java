package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.YamlSection;
import io.weir.contract.config.YamlSource;
import io.weir.writer.testing.FreePorts;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The cases of {@code errors/cases.yaml}, each in its own process: the answer to a mistake names
 * the problem and a remedy.
 */
class ErrorsTeachTest {

    record Case(String run, Map<String, String> environment, int exit, List<String> says) {
        static Case read(YamlSection section) {
            return new Case(
                    section.text("run", "the command line").required(),
                    section.entries("environment", text -> text, "variables").or(new TreeMap<>()),
                    section.integer("exit", 1, 2, "the exit code").required(),
                    section.texts("says", "parts of the answer").required());
        }

        @Override
        public String toString() {
            return "weir " + run + environment;
        }
    }

    static Stream<Case> cases() throws IOException {
        return YamlSource.text("cases.yaml", resource("/errors/cases.yaml"))
                .read(root -> root.sections("cases", Case::read, "all of them"))
                .stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isAnsweredWithWhatIsWrongAndWhatToDo(Case mistake, @TempDir Path directory) throws Exception {
        prepare(directory);
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerSocket taken2 = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                DatagramSocket takenUdp =
                        new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            UnaryOperator<String> filled = filled(Map.of(
                    "{taken}", taken.getLocalPort(),
                    "{taken2}", taken2.getLocalPort(),
                    "{taken-udp}", takenUdp.getLocalPort(),
                    "{free}", FreePorts.next(),
                    "{free2}", FreePorts.next()));
            Map<String, String> environment = new LinkedHashMap<>();
            mistake.environment().forEach((name, value) -> environment.put(name, filled.apply(value)));
            String[] arguments = mistake.run().isEmpty()
                    ? new String[0]
                    : filled.apply(mistake.run()).split(" ");

            try (WeirProcess weir = WeirProcess.start(directory, environment, arguments)) {
                assertThat(weir.awaitExit(Duration.ofSeconds(60)))
                        .as(weir.output())
                        .isEqualTo(mistake.exit());
                assertThat(weir.output())
                        .contains(mistake.says().stream().map(filled).toList())
                        .doesNotContain("\tat ", "Exception", "Optional");
            }
        }
        assertThat(directory.resolve("data")).as("left by a start that failed").doesNotExist();
    }

    private static void prepare(Path directory) throws IOException {
        Files.createFile(directory.resolve("file"));
        Files.writeString(directory.resolve("five.yaml"), resource("/rules/bad/five-different-mistakes.yaml"));
        Path damaged = Files.createDirectories(directory.resolve("damaged").resolve("kafka"));
        Files.writeString(damaged.resolve("meta.properties"), "garbage\n");
        Files.createFile(Files.createDirectories(directory.resolve("blocked")).resolve("kafka"));
    }

    private static UnaryOperator<String> filled(Map<String, Integer> ports) {
        return text -> {
            String all = text;
            for (Map.Entry<String, Integer> port : ports.entrySet()) {
                all = all.replace(port.getKey(), port.getValue().toString());
            }
            return all;
        };
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(ErrorsTeachTest.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
