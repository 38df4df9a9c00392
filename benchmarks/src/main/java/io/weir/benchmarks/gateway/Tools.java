package io.weir.benchmarks.gateway;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The programs that are not Weir's. */
final class Tools {
    /** Compiled by {@code gateway.sh}. */
    static final Path UDPBLAST = Path.of("benchmarks/target/udpblast");

    /** Compiled by {@code gateway.sh}. */
    static final Path UDPSINK = Path.of("benchmarks/target/udpsink");

    private Tools() {}

    /** Where a program is: the value of the environment's {@code variable}, or {@code name} on the path. */
    static Optional<Path> find(String variable, String name) {
        Stream<Path> named = Stream.ofNullable(System.getenv(variable)).map(Path::of);
        Stream<Path> onPath = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(directory -> Path.of(directory, name));
        return Stream.concat(named, onPath).filter(Files::isExecutable).findFirst();
    }
}
