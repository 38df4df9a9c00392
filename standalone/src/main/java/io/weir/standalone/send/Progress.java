package io.weir.standalone.send;

import java.io.PrintStream;

/**
 * Shows progress about once a second: on a terminal in one line that is overwritten, else in a new
 * line each time.
 */
public final class Progress {
    private static final long SECOND_NANOS = 1_000_000_000;

    private final PrintStream out;
    private final boolean isTerminal;
    private long nextNanos = Long.MIN_VALUE;
    private long lastNanos;
    private long lastLines;
    private int written;

    public Progress(PrintStream out, boolean isTerminal) {
        this.out = out;
        this.isTerminal = isTerminal;
    }

    /** Whether a second has passed. */
    public boolean isDue(long nowNanos) {
        if (nextNanos == Long.MIN_VALUE) {
            nextNanos = nowNanos + SECOND_NANOS;
            lastNanos = nowNanos;
        }
        return nowNanos >= nextNanos;
    }

    /** Shows how many lines were sent in how much time. */
    void sent(long nowNanos, long lines, long elapsedNanos) {
        double rate = (lines - lastLines) * 1e9 / (nowNanos - lastNanos);
        lastLines = lines;
        say(
                nowNanos,
                "sending: " + Sent.grouped(lines) + " lines in " + elapsedNanos / SECOND_NANOS + " s, now "
                        + Sent.grouped(Math.round(rate)) + "/s");
    }

    /** Shows any other message. */
    public void say(long nowNanos, String what) {
        lastNanos = nowNanos;
        nextNanos = Math.max(nextNanos + SECOND_NANOS, nowNanos);
        if (isTerminal) {
            out.print("\r" + what + " ".repeat(Math.max(0, written - what.length())));
            out.flush();
            written = what.length();
        } else {
            out.println(what);
        }
    }

    /** Clears the line on the terminal. */
    public void end() {
        if (written > 0) {
            out.print("\r" + " ".repeat(written) + "\r");
            out.flush();
            written = 0;
        }
    }
}
