package io.weir.standalone.send;

import java.io.PrintStream;

/** Says about once a second how far things are: in one line that is written over on a terminal, else in a line each. */
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

    /** Whether a second has gone by. */
    public boolean isDue(long nowNanos) {
        if (nextNanos == Long.MIN_VALUE) {
            nextNanos = nowNanos + SECOND_NANOS;
            lastNanos = nowNanos;
        }
        return nowNanos >= nextNanos;
    }

    /** So much has been sent in so long. */
    void sent(long nowNanos, long lines, long elapsedNanos) {
        double rate = (lines - lastLines) * 1e9 / (nowNanos - lastNanos);
        lastLines = lines;
        say(
                nowNanos,
                "sending: " + Sent.grouped(lines) + " lines in " + elapsedNanos / SECOND_NANOS + " s, now "
                        + Sent.grouped(Math.round(rate)) + "/s");
    }

    /** Anything else. */
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

    /** Leaves the terminal's line as it was found. */
    public void end() {
        if (written > 0) {
            out.print("\r" + " ".repeat(written) + "\r");
            out.flush();
            written = 0;
        }
    }
}
