package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The script {@code ./weir} if a program that it needs is missing; the PATH contains only programs
 * of the test.
 */
@EnabledOnOs({OS.LINUX, OS.MAC})
class LauncherMistakesTest {

    private static final List<String> TOOLS = List.of("bash", "dirname", "readlink", "sed", "head", "find", "mkdir");

    private final Path root;

    LauncherMistakesTest(@TempDir Path directory) throws IOException {
        root = directory.toRealPath();
    }

    @BeforeEach
    void makeRepository() throws IOException {
        Files.copy(Path.of("..", "weir"), root.resolve("weir"));
        Files.createDirectory(root.resolve("bin"));
        for (String tool : TOOLS) {
            Path found = Stream.of("/bin", "/usr/bin")
                    .map(directory -> Path.of(directory, tool))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElseThrow();
            program(tool, "exec " + found + " \"$@\"");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "openjdk version \"11.0.2\" 2019-01-15 | 11",
                "java version \"1.8.0_292\"             | 8",
                "no runtime here                        | unknown",
            })
    void tellsThatJavaIsTooOld(String says, String version) throws Exception {
        program("java", "echo '" + says + "' >&2");

        assertThat(run(Map.of()))
                .isEqualTo("weir: Java 17 or later is needed, 'java' is " + version
                        + ": set JAVA_HOME to a newer one\nexit 1");
    }

    @Test
    void tellsThatAJavaWithoutARuntimeIsNone() throws Exception {
        program("java", "echo 'Unable to locate a Java Runtime.' >&2; exit 1");

        assertThat(run(Map.of()))
                .contains("Java 17 or later is needed, 'java' is unknown")
                .endsWith("exit 1");
    }

    @Test
    void tellsThatThereIsNoJava() throws Exception {
        assertThat(run(Map.of())).startsWith("weir: no Java at 'java': install a JDK of version 17 or later");
        assertThat(run(Map.of("JAVA_HOME", "/nowhere")))
                .startsWith("weir: no Java at '/nowhere/bin/java': install a JDK")
                .endsWith("or set JAVA_HOME to one\nexit 1");
    }

    @Test
    void tellsThatTheCompilerIsMissing() throws Exception {
        program("java", "echo 'openjdk version \"17.0.9\"' >&2");

        assertThat(run(Map.of())).startsWith("weir: 'javac' is missing, a runtime alone cannot build: install a JDK");
    }

    @Test
    void tellsThatMavenIsMissing() throws Exception {
        program("java", "echo 'openjdk version \"17.0.9\"' >&2");
        program("javac", "exit 0");

        assertThat(run(Map.of())).startsWith("weir: Maven is missing: install version 3.8 or later (mvn)");
    }

    private void program(String name, String text) throws IOException {
        Path file = Files.writeString(root.resolve("bin").resolve(name), "#!/bin/sh\n" + text + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    /** Everything that it prints, and its exit code. */
    private String run(Map<String, String> more) throws Exception {
        Path output = Files.createTempFile(root, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(
                        root.resolve("bin").resolve("bash").toString(), "weir", "up")
                .directory(root.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", root.resolve("bin").toString());
        builder.environment().putAll(more);
        Process process = builder.start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ends").isTrue();
        return Files.readString(output, UTF_8) + "exit " + process.exitValue();
    }
}
