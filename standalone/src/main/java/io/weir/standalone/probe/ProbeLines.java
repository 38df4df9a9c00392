package io.weir.standalone.probe;

import io.weir.contract.line.LineBuffer;
import java.util.SortedMap;
import java.util.TreeMap;

/** The lines of one round, with a common timestamp and the tags of the host. Not thread-safe. */
final class ProbeLines {
    private static final String HOSTNAME = "hostname";

    private final SortedMap<String, String> tags;
    private final LineBuffer lines = new LineBuffer(8 << 10);
    private long timestampNanos;

    /** @param tags of every line, beside {@code hostname} */
    ProbeLines(String hostname, SortedMap<String, String> tags) {
        this.tags = new TreeMap<>(tags);
        this.tags.put(HOSTNAME, hostname);
    }

    /** Discards the previous round, and sets the timestamp of the following lines. */
    void startRound(long timestampNanos) {
        this.timestampNanos = timestampNanos;
        lines.clear();
    }

    /**
     * Begins a line, which is added only when it ends: a failure before that leaves no partial
     * line.
     */
    ProbeLine line(String measurement) {
        return new ProbeLine(measurement, tags, timestampNanos, lines);
    }

    /** All lines of the round, valid until the next change. */
    LineBuffer buffer() {
        return lines;
    }
}
