package io.weir.standalone.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.writer.testing.Variables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * The wall clock of one process, which libfaketime changes while the process runs; the monotonic
 * clock is unaffected. If libfaketime is missing, the test is skipped with a line that names the
 * package to install; with {@code WEIR_TEST_NO_SKIPS=true} it fails instead.
 */
final class FakeClock {
    /** The offset of a clock that is right. */
    static final String RIGHT = "+0";

    private static final String MISSING = "No libfaketime to test with: install Debian's libfaketime package"
            + " (apt install libfaketime; faketime/libfaketimeMT.so.1 in a library folder is enough)";

    private final Path library;
    private final Path file;

    /** Creates a clock that is right. */
    FakeClock(Path directory, String name) throws IOException {
        library = required();
        file = directory.resolve(name + ".clock");
        set(RIGHT);
    }

    /** The environment of the process with this clock. */
    Map<String, String> environment() {
        return Map.of(
                "LD_PRELOAD", library.toString(),
                "FAKETIME_TIMESTAMP_FILE", file.toString(),
                // Reads the file once a second: reading it with every query of the clock would be
                // too slow.
                "FAKETIME_CACHE_DURATION", "0",
                "DONT_FAKE_MONOTONIC", "1",
                "FAKETIME_DONT_FAKE_MONOTONIC", "1",
                // Otherwise threads that park for a time return immediately.
                "FAKETIME_FORCE_MONOTONIC_FIX", "0");
    }

    /**
     * Changes the clock atomically.
     *
     * @param offset from the right time, in libfaketime's format: {@code +1h}, {@code -1y},
     * {@code +0.25}
     */
    void set(String offset) throws IOException {
        Path next = Files.writeString(file.resolveSibling(file.getFileName() + ".next"), offset + "\n", UTF_8);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** The path of libfaketime; skips the test if it is missing. */
    static Path required() throws IOException {
        Assumptions.assumeTrue(isThere(), MISSING);
        return library().orElseThrow();
    }

    /** Whether libfaketime is installed, for a test that also works without it. */
    static boolean isThere() throws IOException {
        boolean isThere = library().isPresent();
        if (!isThere && Variables.noSkips()) {
            Assertions.fail(MISSING);
        }
        return isThere;
    }

    /** Debian installs it in the folder of the architecture, others beside all libraries. */
    private static Optional<Path> library() throws IOException {
        try (Stream<Path> architectures = Files.list(Path.of("/usr/lib"))) {
            return Stream.concat(architectures, Stream.of(Path.of("/usr/lib"), Path.of("/usr/lib64")))
                    .map(folder -> folder.resolve("faketime").resolve("libfaketimeMT.so.1"))
                    .filter(Files::isReadable)
                    .findFirst();
        }
    }
}
