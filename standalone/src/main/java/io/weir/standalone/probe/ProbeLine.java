package io.weir.standalone.probe;

import io.weir.contract.line.Series;
import io.weir.standalone.probe.out.Point;
import io.weir.standalone.probe.out.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Builds one line. */
final class ProbeLine {
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private final String measurement;
    private final SortedMap<String, String> tags;
    private final List<Value> fields = new ArrayList<>();
    private final long timestampNanos;
    private final List<Point> points;
    private long startNanos;

    /** @param startNanos start of the counters, since 1970 */
    ProbeLine(
            String measurement,
            SortedMap<String, String> hostTags,
            long startNanos,
            long timestampNanos,
            List<Point> points) {
        this.measurement = measurement;
        this.tags = new TreeMap<>(hostTags);
        this.startNanos = startNanos;
        this.timestampNanos = timestampNanos;
        this.points = points;
    }

    /** Sets the start of the counters, which is that of the host otherwise. */
    ProbeLine since(long nanosSince1970) {
        startNanos = nanosSince1970;
        return this;
    }

    /**
     * Omits an empty value, and replaces characters that a tag cannot contain (a mount point may
     * contain a newline).
     */
    ProbeLine tag(String key, String value) {
        String spellable = CONTROL.matcher(value).replaceAll("_").replace('\\', '/');
        if (!spellable.isEmpty()) {
            tags.put(key, spellable);
        }
        return this;
    }

    /**
     * Adds an integer. Omits a negative value, with which the system indicates that it is unknown.
     */
    ProbeLine integer(String field, long value) {
        return whole(field, value, false);
    }

    /** Adds an integer that only grows until its subject starts anew; omits a negative value. */
    ProbeLine counter(String field, long value) {
        return whole(field, value, true);
    }

    private ProbeLine whole(String field, long value, boolean isCounter) {
        if (value >= 0) {
            fields.add(new Value(field, value, isCounter));
        }
        return this;
    }

    /** Adds a float, rounded to hundredths; omits a value that is not finite. */
    ProbeLine number(String field, double value) {
        return exact(field, Double.isFinite(value) ? Math.round(value * 100) / 100.0 : value);
    }

    /** Adds a float without rounding; omits a value that is not finite. */
    ProbeLine exact(String field, double value) {
        if (Double.isFinite(value)) {
            fields.add(new Value(field, value, false));
        }
        return this;
    }

    /** Adds a part of a whole in percent; omits it if the whole is 0. */
    ProbeLine percent(String field, long part, long whole) {
        return number(field, 100.0 * part / whole);
    }

    /** Adds the line to its round, unless it has no fields. */
    void end() {
        if (fields.isEmpty()) {
            return;
        }
        points.add(new Point(new Series(measurement, tags), fields, startNanos, timestampNanos));
    }
}
