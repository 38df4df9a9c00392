package io.weir.standalone.status;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.List;

/**
 * A terminal whose last lines are rewritten, by ANSI sequences. What anybody prints to standard output or error, such as the
 * log, goes above them. Thread-safe.
 */
final class Screen implements AutoCloseable {

    private static final String ERASE_BELOW = "\r\033[J";
    /** Should the terminal have become narrower, it cuts what is too long rather than wrap it. */
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

    /** Takes standard output and error over, until closed. */
    static Screen open() {
        Screen screen = new Screen(System.out, System.err);
        Charset charset = Charset.defaultCharset();
        System.setOut(new PrintStream(screen.new Above(screen.out), true, charset));
        System.setErr(new PrintStream(screen.new Above(screen.err), true, charset));
        return screen;
    }

    /** Shows these lines instead of those before. */
    synchronized void show(List<String> now) {
        lines = List.copyOf(now);
        out.print(erasing() + drawing());
        out.flush();
    }

    /** Leaves the cursor where the lines were, and gives standard output and error back. */
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
        // Not behind half a line: the rest of it is still to come.
        if (bytes[from + length - 1] == '\n') {
            out.print(drawing());
            out.flush();
        }
    }

    /** What stands in for standard output and error. */
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
