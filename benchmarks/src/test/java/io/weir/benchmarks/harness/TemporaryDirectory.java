package io.weir.benchmarks.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory that {@link #close} deletes with its content. */
public record TemporaryDirectory(Path path) implements AutoCloseable {

    /** Creates a new directory. */
    public static TemporaryDirectory create() throws IOException {
        return new TemporaryDirectory(Files.createTempDirectory("weir-benchmark"));
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // The second call, at the end of this process, finds nothing to delete; other failures
            // are reported.
            if (Files.exists(path)) {
                System.err.println("could not remove " + path + ": " + e);
            }
        }
    }
}
