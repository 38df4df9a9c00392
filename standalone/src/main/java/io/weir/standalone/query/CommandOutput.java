package io.weir.standalone.query;

import io.weir.contract.service.StartException;
import io.weir.standalone.status.Terminal;
import io.weir.standalone.topic.TerminalText;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import picocli.CommandLine.ExitCode;

/**
 * Where a command writes.
 *
 * @param to the standard output; {@code System.out} hides why it fails
 * @param environment of the terminal
 * @param isTerminal whether a terminal shows the output
 */
record CommandOutput(OutputStream to, Map<String, String> environment, BooleanSupplier isTerminal) {

    static CommandOutput standard() {
        return new CommandOutput(new FileOutputStream(FileDescriptor.out), System.getenv(), Terminal::isOutput);
    }

    /** Asks a server and writes its answer. */
    interface Body {
        /** @param warnings receives the server's notes on its answer */
        void write(Writer out, Consumer<String> warnings) throws OutputException;
    }

    /** Asks a server and copies its answer, which is no text. */
    interface Copy {
        void write(OutputStream out) throws OutputException;
    }

    private interface Run {
        void write(WaitNotice notice) throws OutputException;
    }

    /**
     * Runs a command; shows that it waits. If it fails, the output up to there is written.
     *
     * @param errors receives warnings
     * @return the exit code; also 0 if the reader of a pipe ended
     * @throws StartException of the command, or if the output cannot be written
     */
    int run(String server, PrintWriter errors, Body body) {
        return run(server, notice -> {
            Writer out = ResultOutput.writer(to, notice::close);
            try {
                body.write(out, warning -> {
                    notice.close();
                    warn(errors, warning);
                });
            } catch (StartException e) {
                flush(out);
                throw e;
            }
            flush(out);
        });
    }

    /** The same for an answer without text and without warnings. */
    int copy(String server, Copy copy) {
        return run(server, notice -> copy.write(ResultOutput.stream(to, notice::close)));
    }

    private int run(String server, Run run) {
        try (WaitNotice notice = new WaitNotice(server, environment)) {
            run.write(notice);
            return ExitCode.OK;
        } catch (OutputException e) {
            if (e.isPipeClosed()) {
                return ExitCode.OK;
            }
            throw new StartException(
                    "cannot write the answer: " + e.getMessage() + "; write it to a place with more space", e);
        }
    }

    private static void flush(Writer out) throws OutputException {
        try {
            out.flush();
        } catch (OutputException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void warn(PrintWriter errors, String warning) {
        errors.println("warning: " + TerminalText.of(warning));
        errors.flush();
    }
}
