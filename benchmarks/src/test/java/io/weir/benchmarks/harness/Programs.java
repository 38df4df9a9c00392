package io.weir.benchmarks.harness;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds other programs on this machine. */
public final class Programs {
    private Programs() {}

    /**
     * Returns the path of a program: the value of the environment's {@code variable}, or
     * {@code name} on the path.
     */
    public static Optional<Path> find(String variable, String name) {
        return named(variable).filter(Files::isExecutable).or(() -> onPath(name));
    }

    /** Returns the path of a program on the path. */
    public static Optional<Path> onPath(String name) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** As {@link #find}, with the name in capitals as the variable; reports a missing program. */
    public static Optional<Path> peer(String name) {
        String variable = name.toUpperCase(Locale.ROOT);
        Optional<Path> program = find(variable, name);
        if (program.isEmpty()) {
            System.err.printf("%s: not present, name it with %s=/path/to/%1$s%n", name, variable);
        }
        return program;
    }

    /** Returns the value of the environment's {@code variable} if it is a file. */
    public static Optional<Path> named(String variable) {
        return Optional.ofNullable(System.getenv(variable)).map(Path::of).filter(Files::isRegularFile);
    }

    /** Returns the path of a program of this process's Java, such as {@code jcmd}. */
    public static String ofJava(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    /** Returns the InfluxDB 1.x to measure or to compare with. */
    public static Optional<Path> influxd() {
        return find("INFLUXD", "influxd");
    }

    /** As {@link #influxd}, for benchmarks that need it. */
    public static Path requireInfluxd() throws IOException {
        return influxd()
                .orElseThrow(() -> new IOException("influxd of InfluxDB 1.x is not on the PATH: install it, such as"
                        + " Debian's influxdb, or name it with INFLUXD=/path/to/influxd"));
    }
}
