package io.weir.standalone.tutorial;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;

/** Runs commands in a shell and keeps their output, errors included. */
final class Terminal implements AutoCloseable {
    private static final Duration END_WITHIN = Duration.ofMinutes(1);

    private final Process shell;
    private final Path output;

    private Terminal(Process shell, Path output) {
        this.shell = shell;
        this.output = output;
    }

    /** Starts the commands in a directory; they end at the first failure. */
    static Terminal type(Path directory, String commands) {
        try {
            Path output = Files.createTempFile("weir-tutorial-", ".txt");
            Process shell = new ProcessBuilder("bash", "-eo", "pipefail", "-c", commands)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            return new Terminal(shell, output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The output with plain line ends: the store's CSV has others. */
    String printed() {
        try {
            return Files.readString(output, UTF_8).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean hasEnded() {
        return !shell.isAlive();
    }

    /** Whether the commands, which have ended, succeeded. */
    boolean hasSucceeded() {
        return shell.exitValue() == 0;
    }

    /** Ends all running commands, as Ctrl-C does, and waits for them. */
    @Override
    public void close() {
        Stream.concat(shell.descendants(), Stream.of(shell.toHandle())).forEach(ProcessHandle::destroy);
        try {
            if (!shell.waitFor(END_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                shell.destroyForcibly();
                Assertions.fail("does not end within " + END_WITHIN + ":\n" + printed());
            }
            Files.delete(output);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
