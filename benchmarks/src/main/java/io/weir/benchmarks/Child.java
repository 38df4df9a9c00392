package io.weir.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A process of ours, its log on our standard error; it does not outlive this one. */
public final class Child implements AutoCloseable {
    private static final Duration END_WITHIN = Duration.ofSeconds(15);

    private final Process process;

    private Child(Process process) {
        this.process = process;
    }

    /** Starts it; standard output is for our tables alone, so its own goes to standard error too. */
    public static Child start(ProcessBuilder builder) throws IOException {
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.redirectOutput(
                ProcessBuilder.Redirect.appendTo(Path.of("/dev/stderr").toFile()));
        Child child = new Child(builder.start());
        Runtime.getRuntime().addShutdownHook(new Thread(child::close));
        return child;
    }

    /** Its number; of the Java process, where a script replaces itself by it. */
    public long pid() {
        return process.pid();
    }

    /** Whether it has not ended. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Processor time of the process since it started. */
    public Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Returns its exit status once it has ended by itself. */
    public int waitFor() throws InterruptedException {
        return process.waitFor();
    }

    /** Ends it as a crash does; returns when it has. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Ends it, by force if it takes too long; returns when it has. */
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
