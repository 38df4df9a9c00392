package io.weir.gateway.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Debian's Python, in which Debian's packages install clients. */
public final class Python {
    private static final Path PROGRAM = Path.of("/usr/bin/python3");
    private static final int PATIENCE_SECONDS = 180;

    private Python() {}

    /** Skips the test if a module is missing, as {@link Daemon} does. {@code debian} is its package. */
    public static void require(String module, String debian) throws IOException, InterruptedException {
        boolean isThere =
                Files.isExecutable(PROGRAM) && start("import " + module).waitFor() == 0;
        Daemon.require(isThere, "Python's module " + module, debian);
    }

    /** Runs a program. Fails unless it succeeds within a minute. */
    public static void run(String program) throws IOException, InterruptedException {
        Process process = start(program);
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as("Python ends")
                .isTrue();
        assertThat(process.exitValue()).isZero();
    }

    private static Process start(String program) throws IOException {
        return new ProcessBuilder(PROGRAM.toString(), "-c", program)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
