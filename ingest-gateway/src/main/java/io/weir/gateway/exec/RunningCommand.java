package io.weir.gateway.exec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A process whose output is read without blocking, so that the reader can end it at any time, even
 * if a descendant holds the pipe open. Belongs to one thread.
 */
final class RunningCommand implements AutoCloseable {
    /** Result of {@link #read}: the process has ended, and all its output was read. */
    static final int END = -1;

    private static final long END_WITHIN_MILLIS = 1_000;
    private static final int ERROR_BYTES = 1024;

    private final Process process;
    private final InputStream out;
    private final InputStream err;
    private final byte[] errors = new byte[2 * ERROR_BYTES];
    private int errorLength;

    private RunningCommand(Process process) {
        this.process = process;
        this.out = process.getInputStream();
        this.err = process.getErrorStream();
    }

    /**
     * Starts the command.
     *
     * @throws IOException if there is no such program or directory
     */
    static RunningCommand start(CommandSettings settings) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(settings.command()).redirectInput(new File("/dev/null"));
        settings.directory().ifPresent(directory -> builder.directory(directory.toFile()));
        settings.change(builder.environment());
        return new RunningCommand(builder.start());
    }

    /**
     * Reads output that is available, up to the end of {@code into}. Returns the number of bytes, 0 if
     * there are none now, or {@link #END}.
     */
    int read(byte[] into, int from) throws IOException {
        // First: what a process wrote before its end is available after it.
        boolean isAlive = process.isAlive();
        readErrors();
        int available = Math.min(out.available(), into.length - from);
        if (available > 0) {
            return Math.max(0, out.read(into, from, available));
        }
        return isAlive || from == into.length ? 0 : END;
    }

    private void readErrors() throws IOException {
        int available = Math.min(err.available(), errors.length - errorLength);
        while (available > 0) {
            errorLength += Math.max(0, err.read(errors, errorLength, available));
            if (errorLength > ERROR_BYTES) {
                System.arraycopy(errors, errorLength - ERROR_BYTES, errors, 0, ERROR_BYTES);
                errorLength = ERROR_BYTES;
            }
            available = Math.min(err.available(), errors.length - errorLength);
        }
    }

    /** The last line of its standard error, or empty. */
    String lastError() {
        String text = new String(errors, 0, errorLength, UTF_8).strip();
        return text.substring(text.lastIndexOf('\n') + 1);
    }

    /** The exit code, after {@link #END}. */
    int exitCode() {
        return process.exitValue();
    }

    /** Ends the process and its descendants, by force if they do not end within a second. */
    @Override
    public void close() {
        Set<ProcessHandle> tree = new LinkedHashSet<>();
        tree.add(process.toHandle());
        process.descendants().forEach(tree::add);
        tree.forEach(ProcessHandle::destroy);
        try {
            boolean unused = process.waitFor(END_WITHIN_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        tree.addAll(tree.stream().flatMap(ProcessHandle::descendants).collect(Collectors.toSet()));
        tree.forEach(ProcessHandle::destroyForcibly);
        Process unused = process.destroyForcibly(); // Closes the pipes.
    }
}
