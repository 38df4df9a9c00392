package io.weir.writer.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A local server program, and how a test runs it: with its data in a temporary directory, which is
 * deleted with the process.
 *
 * @param path of the executable
 */
public record Program(Path path) {

    /** A running program; {@code end} kills it and deletes its directory. */
    public record Running(Process process, Path directory) {
        /** Returns once it has ended. */
        public void end() {
            process.destroyForcibly().onExit().join();
            try (Stream<Path> files = Files.walk(directory)) {
                files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot remove " + directory, e);
            }
        }
    }

    /**
     * The first {@code influxd} on the PATH with this major version, according to
     * {@code influxd version}.
     */
    static Optional<Program> influxd(int major) {
        return all("influxd").filter(program -> program.isOf(major)).findFirst();
    }

    /** The first program of this name on the PATH, or in {@code /usr/sbin}. */
    public static Optional<Program> named(String name) {
        return all(name).findFirst();
    }

    private static Stream<Program> all(String name) {
        // Debian keeps some servers where only root's PATH finds them.
        return Stream.of((System.getenv("PATH") + File.pathSeparator + "/usr/sbin").split(File.pathSeparator))
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .map(Program::new);
    }

    /** Whether {@code influxd version} reports this major version. */
    boolean isOf(int major) {
        try {
            Process asked = new ProcessBuilder(path.toString(), "version")
                    .redirectErrorStream(true)
                    .start();
            return new String(asked.getInputStream().readAllBytes(), UTF_8).contains("InfluxDB v" + major + ".");
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Starts it in a new directory. Arguments and variables may refer to files there by
     * {@code DIRECTORY/…}.
     */
    public Running start(List<String> arguments, Map<String, String> environment) {
        try {
            return start(arguments, environment, Files.createTempDirectory("weir-" + path.getFileName()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + path, e);
        }
    }

    /** The same in an existing directory. */
    Running start(List<String> arguments, Map<String, String> environment, Path directory) {
        try {
            ProcessBuilder builder = new ProcessBuilder(Stream.concat(Stream.of(path.toString()), arguments.stream())
                            .map(argument -> placed(argument, directory))
                            .toList())
                    .redirectErrorStream(true)
                    .redirectOutput(
                            Redirect.appendTo(directory.resolve("output.log").toFile()));
            environment.forEach((name, value) -> builder.environment().put(name, placed(value, directory)));
            return new Running(builder.start(), directory);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + path, e);
        }
    }

    private static String placed(String text, Path directory) {
        return text.replace("DIRECTORY", directory.toString());
    }
}
