package io.weir.standalone.probe;

import io.weir.contract.line.FieldKey;
import io.weir.contract.line.LineBuffer;
import io.weir.contract.line.Series;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Builds one line. */
final class ProbeLine {
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private final String measurement;
    private final SortedMap<String, String> tags;
    private final Map<String, Number> fields = new LinkedHashMap<>();
    private final long timestampNanos;
    private final LineBuffer lines;

    ProbeLine(String measurement, SortedMap<String, String> hostTags, long timestampNanos, LineBuffer lines) {
        this.measurement = measurement;
        this.tags = new TreeMap<>(hostTags);
        this.timestampNanos = timestampNanos;
        this.lines = lines;
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
    ProbeLine count(String field, long value) {
        if (value >= 0) {
            fields.put(field, value);
        }
        return this;
    }

    /** Adds a float, rounded to hundredths; omits a value that is not finite. */
    ProbeLine number(String field, double value) {
        if (Double.isFinite(value)) {
            fields.put(field, Math.round(value * 100) / 100.0);
        }
        return this;
    }

    /** Adds a float without rounding; omits a value that is not finite. */
    ProbeLine exact(String field, double value) {
        if (Double.isFinite(value)) {
            fields.put(field, value);
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
        lines.series(new Series(measurement, tags).canonical());
        fields.forEach((key, value) -> {
            byte[] spelled = FieldKey.spelled(key);
            if (value instanceof Long count) {
                lines.field(spelled, count.longValue());
            } else {
                lines.field(spelled, value.doubleValue());
            }
        });
        lines.timestamp(timestampNanos);
    }
}
