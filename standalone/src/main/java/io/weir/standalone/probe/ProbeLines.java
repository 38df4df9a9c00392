package io.weir.standalone.probe;

import io.weir.standalone.probe.out.Point;
import io.weir.standalone.probe.out.Round;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The lines of one round, with a common timestamp and the tags of the host. Not thread-safe. */
final class ProbeLines {
    private static final String HOSTNAME = "hostname";

    private final SortedMap<String, String> tags;
    private final long startNanos;
    private final List<Point> points = new ArrayList<>();
    private long timestampNanos;

    /**
     * @param tags of every line, beside {@code hostname}
     * @param startNanos start of the host's counters, since 1970
     */
    ProbeLines(String hostname, SortedMap<String, String> tags, long startNanos) {
        this(new TreeMap<>(tags), startNanos);
        this.tags.put(HOSTNAME, hostname);
    }

    private ProbeLines(SortedMap<String, String> tags, long startNanos) {
        this.tags = tags;
        this.startNanos = startNanos;
    }

    /** Discards the previous round, and sets the timestamp of the following lines. */
    void startRound(long timestampNanos) {
        this.timestampNanos = timestampNanos;
        points.clear();
    }

    /**
     * Begins a line, which is added only when it ends: a failure before that leaves no partial
     * line.
     */
    ProbeLine line(String measurement) {
        return new ProbeLine(measurement, tags, startNanos, timestampNanos, points);
    }

    /** An empty copy with the same timestamp, for another thread. */
    ProbeLines sameRound() {
        ProbeLines copy = new ProbeLines(tags, startNanos);
        copy.timestampNanos = timestampNanos;
        return copy;
    }

    /** Adds lines, which may have the timestamp of an earlier round. */
    void add(ProbeLines lines) {
        points.addAll(lines.points);
    }

    /** A copy of the lines so far. */
    Round round() {
        return new Round(points);
    }
}
