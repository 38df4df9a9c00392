package io.weir.standalone.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import picocli.CommandLine;

/**
 * Commands in the JVM of the test, on a terminal of 60 columns. It is 2023-11-14T22:23:20Z.
 *
 * @param exit the exit code
 * @param output what the command wrote
 * @param errors what it reported
 */
record CommandCalls(int exit, String output, String errors) {
    static final Clock NOW = Clock.fixed(Instant.parse("2023-11-14T22:23:20Z"), ZoneOffset.UTC);

    static CommandCalls query(String... arguments) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        return call(new QueryCommand(output(output), NOW), output, arguments);
    }

    static CommandCalls series(String... arguments) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        return call(new SeriesCommand(output(output), NOW), output, arguments);
    }

    static CommandCalls cardinality(String... arguments) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        return call(new CardinalityCommand(output(output), NOW), output, arguments);
    }

    /** A query whose output goes elsewhere. */
    static CommandCalls queryTo(OutputStream output, String... arguments) {
        return call(new QueryCommand(output(output), NOW), new ByteArrayOutputStream(), arguments);
    }

    /** A query whose output a terminal shows. */
    static CommandCalls queryAtTerminal(String... arguments) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        return call(new QueryCommand(output(output, true), NOW), output, arguments);
    }

    private static CommandOutput output(OutputStream to) {
        return output(to, false);
    }

    private static CommandOutput output(OutputStream to, boolean isTerminal) {
        return new CommandOutput(to, Map.of("COLUMNS", "60"), () -> isTerminal);
    }

    private static CommandCalls call(Object command, ByteArrayOutputStream output, String... arguments) {
        StringWriter errors = new StringWriter();
        int exit = new CommandLine(command)
                .setErr(new PrintWriter(errors, true))
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    line.getErr().print(e.getMessage());
                    return 1;
                })
                .execute(arguments);
        return new CommandCalls(exit, output.toString(UTF_8), errors.toString());
    }
}
