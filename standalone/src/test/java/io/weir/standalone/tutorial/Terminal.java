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

/** Commands typed into a shell; what they print is kept, errors too. */
final class Terminal implements AutoCloseable {
    private static final Duration END_WITHIN = Duration.ofSeconds(15);

    private final Process shell;
    private final Path output;

    private Terminal(Process shell, Path output) {
        this.shell = shell;
        this.output = output;
    }

    /** Begins the commands in a directory; the first that fails is the last. */
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

    /** With plain line ends: the store's CSV has others. */
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

    /** Of commands that have ended. */
    boolean hasSucceeded() {
        return shell.exitValue() == 0;
    }

    /** Ends what still runs, as Ctrl-C does, and waits for it. */
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
