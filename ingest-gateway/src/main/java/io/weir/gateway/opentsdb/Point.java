package io.weir.gateway.opentsdb;

import io.weir.gateway.intake.spelling.ByteText;
import io.weir.gateway.opentsdb.OpenTsdbError.Part;
import io.weir.gateway.path.TaggedPath;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The texts of one data point, and their places. Reusable; not thread-safe. */
final class Point {
    /** Separates a metric, and the keys and values of its tags. None of them may contain it. */
    static final char SEPARATOR = '\n';

    private final ByteText metric = new ByteText(256);
    private final ByteText timestamp = new ByteText(32);
    private final ByteText value = new ByteText(32);
    private final ByteText tags = new ByteText(256);
    private boolean hasBadTags;
    private int from;
    private int to;
    private int metricAt;
    private int timestampAt;
    private int valueAt;
    private int tagsAt;

    /** Starts a data point at this index. */
    void begin(int at) {
        from = at;
        metricAt = at;
        timestampAt = at;
        valueAt = at;
        tagsAt = at;
        hasBadTags = false;
        metric.clear();
        timestamp.clear();
        value.clear();
        tags.clear();
    }

    void end(int at) {
        to = at;
    }

    /** The index of its first byte. */
    int from() {
        return from;
    }

    /** The index after its last byte. */
    int to() {
        return to;
    }

    ByteText metric() {
        return metric;
    }

    ByteText timestamp() {
        return timestamp;
    }

    ByteText value() {
        return value;
    }

    /** A separator, a key, a separator and a value for each tag. */
    ByteText tags() {
        return tags;
    }

    /** Marks the tags as wrong, such as with an array as a value. */
    void badTags() {
        hasBadTags = true;
    }

    boolean hasBadTags() {
        return hasBadTags;
    }

    /** Sets the index of a part. */
    void place(Part part, int at) {
        switch (part) {
            case WHOLE -> from = at;
            case METRIC -> metricAt = at;
            case TIMESTAMP -> timestampAt = at;
            case VALUE -> valueAt = at;
            case TAGS -> tagsAt = at;
        }
    }

    /** The index of a part, or of the point if the part is missing. */
    int place(Part part) {
        return switch (part) {
            case WHOLE -> from;
            case METRIC -> metricAt;
            case TIMESTAMP -> timestampAt;
            case VALUE -> valueAt;
            case TAGS -> tagsAt;
        };
    }

    /** Reads a metric that is followed by {@link #tags}; null if a tag is wrong. */
    static @Nullable TaggedPath read(String text) {
        String[] parts = text.split(String.valueOf(SEPARATOR), -1);
        SortedMap<String, String> tags = new TreeMap<>();
        for (int i = 1; i < parts.length; i += 2) {
            boolean isPair = i + 1 < parts.length && !parts[i].isEmpty() && !parts[i + 1].isEmpty();
            if (!isPair || tags.put(parts[i], parts[i + 1]) != null) {
                return null;
            }
        }
        return TaggedPath.ofValue(parts[0], tags);
    }
}
