package io.weir.standalone.top;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.standalone.Weir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A shell in a real terminal, and {@code weir top} in it. */
final class TopTerminal implements AutoCloseable {
    private final Tmux tmux;
    private final int dashboard;

    private TopTerminal(Tmux tmux, int dashboard) {
        this.tmux = tmux;
        this.dashboard = dashboard;
    }

    /**
     * Starts the shell.
     *
     * @param directory its working directory; receives {@code pid}, that of the last program
     * @param dashboard the port of the dashboard that {@code weir top} asks
     */
    static TopTerminal start(Path directory, int columns, int rows, int dashboard) throws IOException {
        assumeTrue(Tmux.isInstalled(), "tmux is installed");
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path weir = Files.writeString(directory.resolve("weir"), """
                #!/bin/sh
                stty -g >before
                echo $$ >pid
                export CLASSPATH=%s
                exec %s -XX:TieredStopAtLevel=1 -Xmx512m @%s %s "$@"
                """.formatted(
                        System.getProperty("java.class.path"),
                        java,
                        Path.of("src", "main", "dist", "weir.options").toAbsolutePath(),
                        Weir.class.getName()));
        Files.setPosixFilePermissions(weir, PosixFilePermissions.fromString("rwx------"));
        return new TopTerminal(Tmux.start(directory, columns, rows), dashboard);
    }

    /**
     * Starts the program.
     *
     * @param variable of its environment, or empty
     * @param ports of meters
     */
    void top(String variable, int... ports) {
        String words = IntStream.of(ports).mapToObj(Integer::toString).collect(Collectors.joining(" "));
        type("clear; echo the shell; " + variable + " ./weir top --every=300ms --dashboard=http://127.0.0.1:"
                + dashboard + " " + words + "; echo exit $?; stty -g | cmp - before && echo as before");
        press("Enter");
    }

    void type(String text) {
        tmux.type(text);
    }

    void press(String key) {
        tmux.press(key);
    }

    void resize(int columns, int rows) {
        tmux.resize(columns, rows);
    }

    String screen() {
        return tmux.screen();
    }

    String colours() {
        return tmux.colours();
    }

    boolean hasCursor() {
        return tmux.hasCursor();
    }

    /** Returns when a row of the screen matches the expression. */
    void await(String row) {
        try {
            eventually("a row is " + row, () -> screen().lines().anyMatch(line -> line.matches(row)));
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "; the screen shows:\n" + screen(), e);
        }
    }

    /** The screen and the mode of the terminal are those before, and the exit code is this one. */
    void assertRestored(int exit) {
        await("exit " + exit);
        await("as before");
        assertThat(screen()).contains("the shell\n").doesNotContain("ALARMS");
        assertThat(hasCursor()).isTrue();
    }

    @Override
    public void close() {
        tmux.close();
    }
}
