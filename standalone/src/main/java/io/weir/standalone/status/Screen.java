package io.weir.standalone.status;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.List;

/**
 * A terminal whose last lines are rewritten, using ANSI sequences. Other output to standard output
 * or error, such as the log, appears above them. Thread-safe.
 */
final class Screen implements AutoCloseable {

    private static final String ERASE_BELOW = "\r\033[J";
    /** If the terminal has become narrower, it cuts long lines instead of wrapping them. */
    private static final String NO_WRAP = "\033[?7l";

    private static final String WRAP = "\033[?7h";

    private final PrintStream out;
    private final PrintStream err;
    private List<String> lines = List.of();
    private int rowsDrawn;

    private Screen(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /** Replaces standard output and error, until closed. */
    static Screen open() {
        Screen screen = new Screen(System.out, System.err);
        Charset charset = Charset.defaultCharset();
        System.setOut(new PrintStream(screen.new Above(screen.out), true, charset));
        System.setErr(new PrintStream(screen.new Above(screen.err), true, charset));
        return screen;
    }

    /** Replaces the shown lines. */
    synchronized void show(List<String> now) {
        lines = List.copyOf(now);
        out.print(erasing() + drawing());
        out.flush();
    }

    /** Erases the lines and restores standard output and error. */
    @Override
    public synchronized void close() {
        show(List.of());
        System.setOut(out);
        System.setErr(err);
    }

    private String erasing() {
        String up = rowsDrawn > 1 ? "\033[" + (rowsDrawn - 1) + "A" : "";
        String erasing = rowsDrawn > 0 ? up + ERASE_BELOW : "";
        rowsDrawn = 0;
        return erasing;
    }

    private String drawing() {
        rowsDrawn = lines.size();
        return lines.isEmpty() ? "" : NO_WRAP + String.join("\n", lines) + WRAP;
    }

    private synchronized void write(PrintStream to, byte[] bytes, int from, int length) {
        out.print(erasing());
        out.flush();
        to.write(bytes, from, length);
        to.flush();
        // Not after an incomplete line: its rest follows.
        if (bytes[from + length - 1] == '\n') {
            out.print(drawing());
            out.flush();
        }
    }

    /** Replaces standard output or error. */
    private final class Above extends OutputStream {
        private final PrintStream to;

        Above(PrintStream to) {
            this.to = to;
        }

        @Override
        public void write(int one) {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            if (length > 0) {
                Screen.this.write(to, bytes, from, length);
            }
        }
    }
}
