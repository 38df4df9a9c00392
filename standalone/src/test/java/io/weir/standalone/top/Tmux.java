package io.weir.standalone.top;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real terminal with a shell in it, which shows what a person would see. */
final class Tmux implements AutoCloseable {
    private final Path directory;

    private Tmux(Path directory) {
        this.directory = directory;
    }

    static boolean isInstalled() {
        return Files.isExecutable(Path.of("/usr/bin/tmux"));
    }

    /**
     * Starts a shell.
     *
     * @param directory its working directory, which also receives the socket of tmux
     */
    static Tmux start(Path directory, int columns, int rows) {
        Tmux tmux = new Tmux(directory);
        List<String> arguments = new ArrayList<>(List.of(
                "-f", "/dev/null", "new-session", "-d", "-x", Integer.toString(columns), "-y", Integer.toString(rows)));
        arguments.addAll(List.of("env", "-u", "NO_COLOR", "PS1=$ ", "/bin/sh"));
        tmux.run(arguments);
        return tmux;
    }

    /** Types text, without Enter. */
    void type(String text) {
        run(List.of("send-keys", "-l", text));
    }

    /** Presses a key, such as {@code Enter}, {@code Down} or {@code C-c}. */
    void press(String key) {
        run(List.of("send-keys", key));
    }

    void resize(int columns, int rows) {
        run(List.of("resize-window", "-x", Integer.toString(columns), "-y", Integer.toString(rows)));
    }

    /** The text of the screen, without blanks at the end of lines. */
    String screen() {
        return run(List.of("capture-pane", "-p"));
    }

    /** The same with the sequences that select colours. */
    String colours() {
        return run(List.of("capture-pane", "-p", "-e"));
    }

    /** Whether the cursor is visible. */
    boolean hasCursor() {
        return run(List.of("display-message", "-p", "#{cursor_flag}")).strip().equals("1");
    }

    @Override
    public void close() {
        run(List.of("kill-server"));
    }

    private String run(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("tmux", "-S", "tmux.socket"));
        command.addAll(arguments);
        try {
            Process tmux = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .start();
            String output = new String(tmux.getInputStream().readAllBytes(), UTF_8);
            if (!tmux.waitFor(20, TimeUnit.SECONDS) || tmux.exitValue() != 0) {
                throw new AssertionError(String.join(" ", command) + ": " + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
