package io.weir.gateway.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.contract.config.YamlSource;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.setting.InputSettings;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A real Telegraf with the configurations of docs/inputs/telegraf writes its memory metrics to
 * every input for line protocol.
 */
class TelegrafTest {
    private static final Path EXAMPLES = Path.of("..", "docs", "inputs", "telegraf");
    private static final int DEADLINE_SECONDS = 60;

    @ParameterizedTest
    @CsvSource({
        "influxdb.conf,            http, '',                             ''",
        "influxdb.conf,            http, skip_database_creation = true,  skip_database_creation = false",
        "influxdb_v2.conf,         http, '',                             ''",
        "socket_writer-tcp.conf,   tcp,  '',                             ''",
        "socket_writer-udp.conf,   udp,  '',                             ''",
        "socket_writer-unix.conf,  unix, '',                             ''",
    })
    void writesItsMetrics(String example, String kind, String what, String instead, @TempDir Path directory)
            throws Exception {
        Optional<String> telegraf = telegraf();
        assumeTrue(telegraf.isPresent(), "no telegraf on the PATH, in -Dweir.test.telegraf or in WEIR_TEST_TELEGRAF");
        Path path = directory.resolve("s");
        OneInput one = new OneInput(kind).acknowledging();
        try (Input input = settings(kind, path).open(one)) {
            String text = Files.readString(EXAMPLES.resolve(example))
                    .replace(what, instead)
                    .replaceAll(
                            "127\\.0\\.0\\.1:\\d+", "127.0.0.1:" + input.port().orElse(0))
                    .replace("/run/weir/metrics.sock", path.toString());
            Path config = Files.writeString(directory.resolve("telegraf.conf"), text);
            String said = run(List.of(telegraf.orElseThrow(), "--once", "--config", config.toString()), directory);
            OneInput.await("metrics, in vain; Telegraf says: " + said, () -> one.lines().stream()
                    .anyMatch(line -> line.matches("mem,host=\\S+ .*\\bavailable=\\d+i,.* \\d{19}")));
            assertThat(said).doesNotContain(" E! ").doesNotContain("creation failed");
        } finally {
            one.close();
        }
        assertThat(one.refused()).isEmpty();
        assertThat(one.counts().rejectedConnections.total()).isZero();
    }

    private static InputSettings settings(String kind, Path path) {
        String where = kind.equals("unix") ? "path: \"" + path + "\"" : "host: 127.0.0.1, port: 0";
        List<InputSettings> inputs = YamlSource.text(
                        "gateway.yaml", "inputs: [{kind: " + kind + ", name: x, " + where + "}]")
                .read(GatewayConfig::read)
                .inputs();
        return inputs.get(inputs.size() - 1);
    }

    private static String run(List<String> command, Path directory) throws IOException, InterruptedException {
        File said = directory.resolve("said").toFile();
        Process telegraf = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said)
                .start();
        boolean hasEnded = telegraf.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS);
        telegraf.destroyForcibly();
        String text = Files.readString(said.toPath());
        assertThat(hasEnded).as(text).isTrue();
        assertThat(telegraf.exitValue()).as(text).isZero();
        return text;
    }

    private static Optional<String> telegraf() {
        Stream<String> told = Stream.of(
                        Optional.ofNullable(System.getProperty("weir.test.telegraf")),
                        Optional.ofNullable(System.getenv("WEIR_TEST_TELEGRAF")))
                .flatMap(Optional::stream);
        Stream<String> onPath = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> Path.of(directory, "telegraf").toString());
        return Stream.concat(told, onPath)
                .filter(file -> Files.isExecutable(Path.of(file)))
                .findFirst();
    }
}
