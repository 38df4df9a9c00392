package io.weir.gateway.testing;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * A real program for a test, running until it is closed. If the program is not installed, the test
 * is skipped; with {@code WEIR_TEST_NO_SKIPS=true} it fails instead.
 */
public final class Daemon implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 180;

    private final Process process;
    private final Path log;

    private Daemon(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Finds the program; skips the test if it is missing. {@code debian} is its package. */
    public static Path find(String program, String debian) {
        Optional<Path> found = Stream.concat(
                        Stream.of(System.getenv("PATH").split(":")), Stream.of("/usr/sbin", "/usr/local/sbin"))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
        require(found.isPresent(), program, debian);
        return found.orElseThrow();
    }

    /** Skips the test unless {@code what} is there. */
    static void require(boolean isThere, String what, String debian) {
        String why = what + " is not installed; on Debian: apt-get install " + debian;
        if (!isThere && Boolean.parseBoolean(System.getenv("WEIR_TEST_NO_SKIPS"))) {
            fail(why);
        }
        assumeTrue(isThere, why);
    }

    /** Starts it in {@code folder}, which also receives its output. */
    public static Daemon start(Path folder, List<String> command) throws IOException {
        // Debian's snmpd has no MIBs and would warn about each.
        return start(folder, Map.of("MIBS", "", "SNMP_PERSISTENT_DIR", folder.toString()), command);
    }

    /** The same with more variables in its environment. */
    public static Daemon start(Path folder, Map<String, String> environment, List<String> command) throws IOException {
        Path log = Files.createTempFile(folder, "daemon", ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        return new Daemon(builder.start(), log);
    }

    /**
     * Returns once the condition holds. Fails with the program's output after a minute, or if the
     * program ends.
     */
    public void until(String what, BooleanSupplier holds) throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() > deadlineNanos || !process.isAlive()) {
                fail((process.isAlive() ? "not in time: " : "the program ended before: ") + what + "\n"
                        + Files.readString(log));
            }
            process.waitFor(20, TimeUnit.MILLISECONDS);
        }
    }

    /** Sends another signal, such as {@code USR1}. */
    public void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** Sends SIGKILL; returns when the process is dead. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
