package io.weir.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A child process that logs to this process's standard error and ends with this process at the
 * latest.
 */
public final class Child implements AutoCloseable {
    private static final Duration END_WITHIN = Duration.ofSeconds(15);

    private final Process process;

    private Child(Process process) {
        this.process = process;
    }

    /**
     * Starts a process. Its standard output goes to standard error, since this process's standard
     * output contains only result tables.
     */
    public static Child start(ProcessBuilder builder) throws IOException {
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.redirectOutput(
                ProcessBuilder.Redirect.appendTo(Path.of("/dev/stderr").toFile()));
        Child child = new Child(builder.start());
        Runtime.getRuntime().addShutdownHook(new Thread(child::close));
        return child;
    }

    /** Returns the process id: that of the Java process if a script executes it in its place. */
    public long pid() {
        return process.pid();
    }

    /** Returns whether the process is running. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Returns the processor time of the process since it started. */
    public Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Waits until the process ends by itself; returns its exit status. */
    public int waitFor() throws InterruptedException {
        return process.waitFor();
    }

    /** Kills the process and waits for its end. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Stops the process, by force if it takes too long, and waits for its end. */
    @Override
    public synchronized void close() {
        try {
            process.destroy();
            if (!process.waitFor(END_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
