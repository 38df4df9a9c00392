package io.weir.standalone.probe;

import io.weir.contract.line.FieldKey;
import io.weir.contract.line.LineBuffer;
import io.weir.contract.line.Series;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** One line in the making. */
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

    /** An empty value is left out; what no tag can hold (a mount point may contain a newline) is replaced. */
    ProbeLine tag(String key, String value) {
        String spellable = CONTROL.matcher(value).replaceAll("_").replace('\\', '/');
        if (!spellable.isEmpty()) {
            tags.put(key, spellable);
        }
        return this;
    }

    /** An integer; left out if negative, which is how the system says that it does not know. */
    ProbeLine count(String field, long value) {
        if (value >= 0) {
            fields.put(field, value);
        }
        return this;
    }

    /** A float, to the hundredth; left out if it is none. */
    ProbeLine number(String field, double value) {
        if (Double.isFinite(value)) {
            fields.put(field, Math.round(value * 100) / 100.0);
        }
        return this;
    }

    /** A float as it is; left out if it is none. */
    ProbeLine exact(String field, double value) {
        if (Double.isFinite(value)) {
            fields.put(field, value);
        }
        return this;
    }

    /** A part of a whole in percent; left out if there is no whole. */
    ProbeLine percent(String field, long part, long whole) {
        return number(field, 100.0 * part / whole);
    }

    /** Adds the line to its round, unless nothing is known. */
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
