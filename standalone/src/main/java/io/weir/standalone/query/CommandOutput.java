package io.weir.standalone.query;

import io.weir.contract.service.StartException;
import io.weir.standalone.topic.TerminalText;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Map;
import picocli.CommandLine.ExitCode;

/**
 * Where a command writes.
 *
 * @param to the standard output; {@code System.out} hides why it fails
 * @param environment of the terminal
 */
record CommandOutput(OutputStream to, Map<String, String> environment) {

    static CommandOutput standard() {
        return new CommandOutput(new FileOutputStream(FileDescriptor.out), System.getenv());
    }

    /** Asks a server and writes its answer. */
    interface Body {
        void write(Writer out) throws OutputException;
    }

    /**
     * Runs a command; shows that it waits.
     *
     * @return the exit code; also 0 if the reader of a pipe ended
     * @throws StartException if the output cannot be written
     */
    int run(String server, Body body) {
        try (WaitNotice notice = new WaitNotice(server, environment)) {
            Writer out = ResultOutput.writer(to, notice::close);
            body.write(out);
            flush(out);
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

    /** Prints a note of the server on its answer. */
    static void warn(PrintWriter errors, String warning) {
        errors.println("warning: " + TerminalText.of(warning));
        errors.flush();
    }
}
