package io.weir.standalone.replay;

import io.weir.contract.line.LineError;
import io.weir.standalone.send.Progress;
import io.weir.standalone.send.Sent;
import java.io.PrintStream;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** Reports a replay to people: refused lines, progress and totals. For one thread. */
final class RunReport implements Replay.Listener {
    private static final int SHOWN = 1_000;

    private final String input;
    private final PrintStream to;
    private final Optional<Progress> progress;
    private final LongSupplier nanos;
    private final long startNanos;
    private final Map<String, Integer> refusals = new TreeMap<>();
    private long refused;

    /**
     * @param input name of the source of the lines
     * @param to receives the report
     * @param progress display of the progress; empty if there is no terminal
     * @param nanos a monotonic clock
     */
    RunReport(String input, PrintStream to, Optional<Progress> progress, LongSupplier nanos) {
        this.input = input;
        this.to = to;
        this.progress = progress;
        this.nanos = nanos;
        this.startNanos = nanos.getAsLong();
    }

    @Override
    public void refused(long lineNumber, int at, LineError why) {
        refusals.merge(why.code(), 1, Integer::sum);
        refused++;
        if (refused <= SHOWN) {
            progress.ifPresent(Progress::end);
            to.println(input + ":" + lineNumber + ": " + why.code() + " at byte " + at + ": " + why.meaning());
        }
        if (refused == SHOWN) {
            to.println("further refused lines are only counted");
        }
    }

    @Override
    public void read(long lines, long virtualMillis) {
        long now = nanos.getAsLong();
        progress.filter(shown -> shown.isDue(now))
                .ifPresent(shown -> shown.say(
                        now,
                        Sent.grouped(lines) + " lines, at " + Instant.ofEpochMilli(virtualMillis) + ", "
                                + rate(lines, now)));
    }

    /** Prints the totals. */
    void end(long lines, long linesOut) {
        progress.ifPresent(Progress::end);
        long now = nanos.getAsLong();
        to.printf(
                "%s lines in %.1f s (%s), %s written%n",
                Sent.grouped(lines), (now - startNanos) / 1e9, rate(lines, now), Sent.grouped(linesOut));
        if (refused > 0) {
            to.println(Sent.grouped(refused) + " refused: " + refusals);
        }
    }

    private String rate(long lines, long now) {
        return Sent.grouped(Math.round(lines * 1e9 / Math.max(1, now - startNanos))) + "/s";
    }

    boolean hasRefused() {
        return refused > 0;
    }
}
