package io.weir.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A child process that logs to this process's standard error and ends with this process at the
 * latest.
 */
public final class Child implements AutoCloseable {
    private static final Duration ANSWER_WITHIN = Duration.ofMinutes(3);
    private static final Duration END_WITHIN = Duration.ofSeconds(15);
    private static final long LOOK_EVERY_MILLIS = 20;

    private final String command;
    private final Process process;

    private Child(String command, Process process) {
        this.command = command;
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
        Child child = new Child(String.join(" ", builder.command()), builder.start());
        Runtime.getRuntime().addShutdownHook(new Thread(child::close));
        return child;
    }

    /** Starts a JVM with this class path, one GiB of heap, and a class's {@code main}. */
    public static Child java(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Programs.ofJava("java"), "-Xmx1g", "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(arguments));
        return start(new ProcessBuilder(command));
    }

    /**
     * Returns after the process's server answers with status 200.
     *
     * @throws IOException if the process ends before, or does not answer in time
     */
    public void await(Http server, String path) throws IOException, InterruptedException {
        await(server, path, 200);
    }

    /** As above, with another status. */
    public void await(Http server, String path, int status) throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + ANSWER_WITHIN.toNanos();
        while (!server.answers(path, status)) {
            if (!process.isAlive() || System.nanoTime() > deadlineNanos) {
                throw new IOException(command + " does not answer " + path + ", see its log above");
            }
            Thread.sleep(LOOK_EVERY_MILLIS);
        }
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
