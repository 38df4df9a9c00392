package io.weir.standalone.probe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code weir probe --format influx --to -} in a pipe. */
class StandardOutputTest {
    @Test
    void hasLinesOnlyAndEndsWithItsReader(@TempDir Path folder) throws IOException, InterruptedException {
        Path errors = folder.resolve("errors");
        Process probe = probe(errors).start();
        probe.getOutputStream().close();
        try {
            List<String> lines = new ArrayList<>();
            try (BufferedReader output = probe.inputReader(UTF_8)) {
                // The second round has the first values of the processor.
                while (lines.stream().noneMatch(line -> line.startsWith("cpu,"))) {
                    lines.add(output.readLine());
                }
            }
            assertThat(Lines.read(String.join("\n", lines).getBytes(UTF_8))).hasSameSizeAs(lines);
            assertThat(lines).anyMatch(line -> line.startsWith("mem,"));
            assertThat(probe.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(probe.exitValue()).isZero();
            assertThat(Files.readString(errors)).contains("sent to standard output");
        } finally {
            probe.destroyForcibly();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void endsWithAnErrorOnAFullDisk(@TempDir Path folder) throws IOException, InterruptedException {
        Path errors = folder.resolve("errors");
        Process probe =
                probe(errors).redirectOutput(Path.of("/dev/full").toFile()).start();
        try {
            assertThat(probe.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(probe.exitValue()).isOne();
            assertThat(Files.readString(errors)).contains("No space left on device");
        } finally {
            probe.destroyForcibly();
        }
    }

    private static ProcessBuilder probe(Path errors) {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dlogback.configurationFile=logback.xml",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.weir.standalone.Weir",
                        "probe",
                        "--format",
                        "influx",
                        "--to",
                        "-",
                        "--interval",
                        "500ms")
                .redirectError(errors.toFile());
    }
}
