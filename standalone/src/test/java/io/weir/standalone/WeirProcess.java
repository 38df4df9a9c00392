package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The command in its own process, as an operator runs it, for tests that end it by signals. */
public final class WeirProcess implements AutoCloseable {
    /** For a busy machine: this limit only detects a hang. */
    private static final long PATIENCE_SECONDS = 120;

    /** {@code -Dweir.test.heap} is the maximum heap of each process, as {@code -Xmx} takes it. */
    private static final String HEAP = System.getProperty("weir.test.heap", "1g");

    private final Process process;
    private final Path output;

    private WeirProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /**
     * Starts it with the class path of the test.
     *
     * @param directory its working directory, which also receives a file with its output
     */
    public static WeirProcess start(Path directory, Map<String, String> environment, String... arguments)
            throws IOException {
        return start(directory, environment, System.getProperty("java.class.path"), arguments);
    }

    /** The same with another class path. */
    static WeirProcess start(Path directory, Map<String, String> environment, String classPath, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options(classPath));
        command.add("@" + Path.of("src", "main", "dist", "weir.options").toAbsolutePath());
        command.add(Weir.class.getName());
        return run(directory, environment, command, arguments);
    }

    private static List<String> options(String classPath) {
        List<String> options = new ArrayList<>(List.of(
                "-Xmx" + HEAP,
                // Most of these processes end before optimised code would pay for its compilation.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dlogback.configurationFile=logback.xml"));
        options.addAll(ClassArchive.options(classPath));
        return options;
    }

    /**
     * The options of a JVM with the class path of the test, for a test that starts the command
     * itself.
     */
    public static List<String> options() throws IOException {
        List<String> options = new ArrayList<>(options(System.getProperty("java.class.path")));
        Files.readAllLines(Path.of("src", "main", "dist", "weir.options")).stream()
                .filter(line -> !line.startsWith("#"))
                .forEach(options::add);
        return options;
    }

    /**
     * The same with another version: starts the launcher of its built clone, which becomes the Java
     * process.
     */
    public static WeirProcess startOf(Path clone, Path directory, Map<String, String> environment, String... arguments)
            throws IOException {
        return run(directory, environment, List.of(clone.resolve("weir").toString()), arguments);
    }

    private static WeirProcess run(
            Path directory, Map<String, String> environment, List<String> program, String... arguments)
            throws IOException {
        Path output = Files.createTempFile(directory, "weir-", ".log");
        List<String> command = new ArrayList<>(program);
        command.addAll(Arrays.asList(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        return new WeirProcess(builder.start(), output);
    }

    /** Its output so far, errors included. */
    public String output() {
        try {
            return Files.readString(output, UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    /** Returns when it has printed this; fails if it ends before, or after two minutes. */
    public void awaitOutput(String text) {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!output().contains(text)) {
            if (!process.isAlive()) {
                throw new AssertionError(
                        "ended with " + process.exitValue() + " before printing '" + text + "':\n" + output());
            }
            if (System.nanoTime() > deadlineNanos) {
                throw new AssertionError(
                        "did not print '" + text + "' within " + PATIENCE_SECONDS + " s:\n" + output());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    /** Whether it has ended, for whatever reason. */
    public boolean hasEnded() {
        return !process.isAlive();
    }

    /** Waits until it ends, by itself or after a signal; returns its exit code. */
    public int awaitExit() throws InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("runs longer than " + PATIENCE_SECONDS + " s:\n" + output());
        }
        return process.exitValue();
    }

    /** Sends SIGTERM, which is equivalent to Ctrl-C here. */
    public void terminate() {
        process.destroy();
    }

    /** Sends SIGKILL; returns when the process is dead. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    /**
     * Sends SIGSTOP: the process halts until {@link #resume}, but its connections stay open and it
     * still accepts new ones.
     */
    public void suspend() throws IOException, InterruptedException {
        signal("STOP");
    }

    /** Sends SIGCONT. */
    public void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
    }

    @Override
    public void close() {
        kill();
    }
}
