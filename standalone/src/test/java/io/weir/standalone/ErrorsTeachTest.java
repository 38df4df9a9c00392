package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.YamlSection;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.HttpSettings;
import io.weir.contract.service.MetersServer;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The cases of {@code errors/cases.yaml}: the answer to a mistake names the problem and a remedy. A
 * case with variables, or with {@code process}, runs in its own process, as one of each kind does;
 * the others run in this JVM.
 */
class ErrorsTeachTest {

    /** Words that mean nothing to a user: names of classes, of exceptions, of types, and stack traces. */
    static final Pattern JAVA =
            Pattern.compile("Exception|Optional|\\bnull\\b|\\b(java|javax|org\\.apache|io\\.weir|picocli)\\.[a-z]"
                    + "|not an? (int|long|double)\\b|\tat ");

    record Case(String run, Map<String, String> environment, boolean isProcess, int exit, List<String> says) {
        static Case read(YamlSection section) {
            return new Case(
                    section.text("run", "the command line").required(),
                    section.entries("environment", text -> text, "variables").or(new TreeMap<>()),
                    section.flag("process", "whether it needs a process even without variables")
                            .or(false),
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
                        new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                MetersServer http =
                        MetersServer.start(new HttpSettings("127.0.0.1", 0), JvmMeters.registry(), List.of())) {
            UnaryOperator<String> filled = filled(Map.of(
                    "{directory}", directory,
                    "{taken}", taken.getLocalPort(),
                    "{taken2}", taken2.getLocalPort(),
                    "{taken-udp}", takenUdp.getLocalPort(),
                    "{http}", http.port(),
                    "{free}", FreePorts.next(),
                    "{free2}", FreePorts.next()));
            CommandRun run = run(mistake, filled, directory);
            assertThat(run.exit()).as(run.output()).isEqualTo(mistake.exit());
            assertThat(run.output())
                    .contains(mistake.says().stream().map(filled).toList())
                    .doesNotContainPattern(JAVA);
        }
        assertThat(directory.resolve("data")).as("left by a start that failed").doesNotExist();
    }

    private static CommandRun run(Case mistake, UnaryOperator<String> filled, Path directory) throws Exception {
        String[] arguments = mistake.run().isEmpty()
                ? new String[0]
                : filled.apply(mistake.run()).split(" ");
        if (!mistake.isProcess() && mistake.environment().isEmpty()) {
            return CommandRun.of(arguments);
        }
        Map<String, String> environment = new LinkedHashMap<>();
        mistake.environment().forEach((name, value) -> environment.put(name, filled.apply(value)));
        try (WeirProcess weir = WeirProcess.start(directory, environment, arguments)) {
            int exit = weir.awaitExit();
            return new CommandRun(exit, weir.output());
        }
    }

    private static void prepare(Path directory) throws IOException {
        Files.createFile(directory.resolve("file"));
        Files.writeString(directory.resolve("five.yaml"), resource("/rules/bad/five-different-mistakes.yaml"));
        Files.writeString(directory.resolve("tiers.yaml"), "version: 1\nstorage: {tiers: [{name: raw, keep: 7d}]}\n");
        Path damaged = Files.createDirectories(directory.resolve("damaged").resolve("kafka"));
        Files.writeString(damaged.resolve("meta.properties"), "garbage\n");
        Files.createFile(Files.createDirectories(directory.resolve("blocked")).resolve("kafka"));
    }

    private static UnaryOperator<String> filled(Map<String, Object> values) {
        return text -> {
            String all = text;
            for (Map.Entry<String, Object> value : values.entrySet()) {
                all = all.replace(value.getKey(), value.getValue().toString());
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
