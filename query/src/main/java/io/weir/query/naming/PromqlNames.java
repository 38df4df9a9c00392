package io.weir.query.naming;

import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Names of metrics and labels. A name that PromQL cannot write is escaped as Prometheus escapes names in UTF-8
 * ({@code escaping=values}): {@code U__}, then each underscore twice, and every other character that is not allowed as
 * its code between underscores. Different names stay different, and {@link #unescaped} is the inverse.
 */
public final class PromqlNames {
    /** Matches the measurement of a series; not a label of answers. */
    public static final String MEASUREMENT = "__measurement__";

    /** Matches the field of a series; not a label of answers. */
    public static final String FIELD = "__field__";

    /** Names the tier of the store that is read, instead of raw; not a label of answers. */
    public static final String TIER = "__tier__";

    private static final Set<String> OWN_LABELS = Set.of(Matcher.METRIC_NAME, MEASUREMENT, FIELD, TIER);

    /** The field of measurements that have one value, such as those of Prometheus. */
    private static final String VALUE = "value";

    private static final String ESCAPED = "U__";
    private static final int HEXADECIMAL = 16;

    /** Characters of all measurements of which a field may be a metric: a metric of n underscores would have n². */
    private static final int MOST_LISTED = 1 << 17;

    private PromqlNames() {}

    /**
     * The name of the metric that a field is: that of measurement and field, or of the measurement alone for the field
     * {@value #VALUE}.
     */
    public static String metric(String measurement, String field) {
        return metric(field.equals(VALUE) ? measurement : measurement + "_" + field);
    }

    /** The name of the metric that a store calls so. */
    public static String metric(String name) {
        return escaped(name, true);
    }

    /** The measurements of which a field may be the metric; empty if their names have too many characters to list. */
    static Optional<List<String>> possibleMeasurements(String metric) {
        String name = unescaped(metric);
        int[] ends = IntStream.rangeClosed(0, name.length())
                .filter(end -> end == name.length() || name.charAt(end) == '_')
                .toArray();
        return IntStream.of(ends).asLongStream().sum() > MOST_LISTED
                ? Optional.empty()
                : Optional.of(IntStream.of(ends)
                        .mapToObj(end -> name.substring(0, end))
                        .toList());
    }

    /** Whether a field of the measurement may be the metric. */
    static boolean mayName(String measurement, String metric) {
        String name = unescaped(metric);
        return name.startsWith(measurement)
                && (name.length() == measurement.length() || name.charAt(measurement.length()) == '_');
    }

    /** Whether a label names the field of a series. Others are tags, or the tier. */
    public static boolean isOfField(String label) {
        return label.equals(Matcher.METRIC_NAME) || label.equals(MEASUREMENT) || label.equals(FIELD);
    }

    /** The label that a tag is. */
    public static String label(String tag) {
        return OWN_LABELS.contains(tag) ? escape(tag, false) : escaped(tag, false);
    }

    /** The labels of a field of a series, the name of the metric included. */
    public static Labels labels(String measurement, String field, Map<String, String> tags) {
        Map<String, String> labels = new HashMap<>();
        labels.put(Matcher.METRIC_NAME, metric(measurement, field));
        tags.forEach((tag, value) -> labels.put(label(tag), value));
        return Labels.of(labels);
    }

    /** Whether PromQL can write the label. */
    public static boolean isLabel(String name) {
        return isPlain(name, false);
    }

    private static String escaped(String name, boolean colons) {
        return isPlain(name, colons) && !name.startsWith(ESCAPED) ? name : escape(name, colons);
    }

    private static boolean isPlain(String name, boolean colons) {
        for (int i = 0; i < name.length(); i++) {
            if (!isAllowed(name.charAt(i), i, colons)) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    private static boolean isAllowed(int c, int index, boolean colons) {
        boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        boolean isDigit = c >= '0' && c <= '9';
        return isLetter || c == '_' || (c == ':' && colons) || (isDigit && index > 0);
    }

    private static String escape(String name, boolean colons) {
        StringBuilder text = new StringBuilder(ESCAPED);
        int at = 0;
        while (at < name.length()) {
            int c = name.codePointAt(at);
            if (c == '_') {
                text.append("__");
            } else if (isAllowed(c, at, colons)) {
                text.appendCodePoint(c);
            } else {
                text.append('_').append(Integer.toHexString(c)).append('_');
            }
            at += Character.charCount(c);
        }
        return text.toString();
    }

    /** The name that was escaped; the same name if it is not escaped. */
    public static String unescaped(String name) {
        if (!name.startsWith(ESCAPED)) {
            return name;
        }
        StringBuilder text = new StringBuilder();
        int at = ESCAPED.length();
        while (at < name.length()) {
            char c = name.charAt(at++);
            if (c != '_') {
                text.append(c);
            } else if (at < name.length() && name.charAt(at) == '_') {
                text.append('_');
                at++;
            } else {
                int end = name.indexOf('_', at);
                if (end < 0) {
                    return name;
                }
                try {
                    text.appendCodePoint(Integer.parseInt(name, at, end, HEXADECIMAL));
                } catch (IllegalArgumentException e) {
                    // No escaped name looks like this.
                    return name;
                }
                at = end + 1;
            }
        }
        return text.toString();
    }
}
