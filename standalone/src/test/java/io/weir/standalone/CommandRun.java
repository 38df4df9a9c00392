package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The command in the JVM of the test, which costs a fiftieth of a {@link WeirProcess}. Its
 * environment and working directory are those of the test. Output of other tests, which may run at
 * the same time, is not in its output.
 *
 * @param exit its exit code
 * @param output what it wrote to standard output and standard error, log included
 */
public record CommandRun(int exit, String output) {
    private static final int SECONDS = 60;
    /** An argument, or the value of an option, such as rules.yaml. */
    private static final Pattern FILE = Pattern.compile("^((?:--[a-z]+=)?)([a-z0-9-]+\\.(?:yaml|txt))$");

    /** Runs it; fails after 60 s. */
    public static CommandRun of(String... arguments) throws Exception {
        ThreadOutput.install();
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        FutureTask<Integer> task = new FutureTask<>(() -> {
            ThreadOutput.collect(output);
            return Weir.commandLine().execute(arguments);
        });
        Thread thread = new Thread(task, "weir");
        try {
            thread.start();
            return new CommandRun(task.get(SECONDS, TimeUnit.SECONDS), output.toString(UTF_8));
        } catch (TimeoutException e) {
            thread.interrupt();
            throw new AssertionError("runs longer than " + SECONDS + " s:\n" + output.toString(UTF_8), e);
        } finally {
            // Some commands set standard output to standard error.
            System.setOut(out);
            System.setErr(err);
        }
    }

    /**
     * Runs it with files of this directory: arguments name them, and so does the output, as if it
     * were the working directory.
     */
    public static CommandRun in(Path directory, String... arguments) throws Exception {
        String prefix = directory + "/";
        CommandRun run = of(Arrays.stream(arguments)
                .map(argument -> FILE.matcher(argument).replaceFirst("$1" + Matcher.quoteReplacement(prefix) + "$2"))
                .toArray(String[]::new));
        return new CommandRun(run.exit, run.output.replace(prefix, ""));
    }
}
