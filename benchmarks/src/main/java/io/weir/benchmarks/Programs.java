package io.weir.benchmarks;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs of this machine that are not Weir's. */
public final class Programs {
    private Programs() {}

    /** Where a program is: the value of the environment's {@code variable}, or {@code name} on the path. */
    public static Optional<Path> find(String variable, String name) {
        Stream<Path> onPath = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(directory -> Path.of(directory, name));
        return Stream.concat(named(variable).stream(), onPath)
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** The value of the environment's {@code variable}, if that is a file. */
    public static Optional<Path> named(String variable) {
        return Optional.ofNullable(System.getenv(variable)).map(Path::of).filter(Files::isRegularFile);
    }

    /** The InfluxDB 1.x that is measured, or beside which Weir is. */
    public static Optional<Path> influxd() {
        return find("INFLUXD", "influxd");
    }

    /** The same where nothing can be measured without it. */
    public static Path requireInfluxd() throws IOException {
        return influxd()
                .orElseThrow(() -> new IOException("influxd of InfluxDB 1.x is not on the PATH: install it, such as"
                        + " Debian's influxdb, or name it with INFLUXD=/path/to/influxd"));
    }
}
