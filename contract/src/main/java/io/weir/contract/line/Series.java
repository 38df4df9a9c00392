package io.weir.contract.line;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A series decoded to text, for rules and display; immutable, cold path. A text that line protocol
 * cannot spell is refused with an {@link IllegalArgumentException}.
 *
 * @param measurement the measurement's name
 * @param tags values by key
 */
public record Series(String measurement, SortedMap<String, String> tags) {
    public Series {
        requireSpellable("measurement", measurement);
        if ("#\t\0".indexOf(measurement.charAt(0)) >= 0) {
            throw new IllegalArgumentException("measurement '" + measurement
                    + "' must not start with '#', a tab or a NUL: the line would be skipped");
        }
        tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
        tags.forEach((key, value) -> {
            requireSpellable("tag key", key);
            requireSpellable("value of tag " + key, value);
        });
    }

    /** Reads the bytes of a series, canonical or not; refuses what {@link SeriesReader} refuses. */
    public static Series parse(byte[] bytes) {
        return parse(bytes, 0, bytes.length);
    }

    /** Reads the bytes of a series from {@code from} up to {@code to}. */
    public static Series parse(byte[] bytes, int from, int to) {
        SeriesReader reader = new SeriesReader();
        LineError error = reader.read(bytes, from, to);
        if (error != LineError.NONE) {
            throw new IllegalArgumentException("series '" + new String(bytes, from, to - from, UTF_8) + "', byte "
                    + (reader.errorAt() - from + 1) + ": " + error.meaning());
        }
        SortedMap<String, String> tags = new TreeMap<>();
        for (int i = 0; i < reader.tagCount(); i++) {
            tags.put(
                    Escapes.decode(bytes, reader.tagKeyStart(i), reader.tagKeyEnd(i), Escapes.KEY),
                    Escapes.decode(bytes, reader.tagValueStart(i), reader.tagValueEnd(i), Escapes.KEY));
        }
        return new Series(Escapes.decode(bytes, from, reader.measurementEnd(), Escapes.MEASUREMENT), tags);
    }

    /** The series as canonical bytes: escaped, tags in the order of their keys' bytes. */
    public byte[] canonical() {
        StringBuilder spelling = new StringBuilder();
        Escapes.encode(measurement, Escapes.MEASUREMENT, spelling);
        tags.forEach((key, value) -> {
            spelling.append(',');
            Escapes.encode(key, Escapes.KEY, spelling);
            spelling.append('=');
            Escapes.encode(value, Escapes.KEY, spelling);
        });
        byte[] bytes = spelling.toString().getBytes(UTF_8);
        // Text order is not byte order: '\ ' sorts elsewhere than ' '.
        SeriesReader reader = new SeriesReader();
        LineError error = reader.read(bytes, 0, bytes.length);
        if (error != LineError.NONE) {
            throw new IllegalStateException("a checked series was refused: " + spelling + ": " + error.meaning());
        }
        return reader.canonical();
    }

    /** The same series with a tag; replaces an existing value. */
    public Series withTag(String key, String value) {
        return withTags(Map.of(key, value));
    }

    /** The same series with more tags; replaces existing values. */
    public Series withTags(Map<String, String> more) {
        SortedMap<String, String> all = new TreeMap<>(tags);
        all.putAll(more);
        return new Series(measurement, all);
    }

    /** The same tags with another measurement. */
    public Series withMeasurement(String other) {
        return new Series(other, tags);
    }

    private static void requireSpellable(String what, String text) {
        if (text.isEmpty() || text.indexOf('\n') >= 0 || text.endsWith("\\")) {
            throw new IllegalArgumentException(
                    what + " must not be empty, contain a newline or end with a backslash, was '" + text + "'");
        }
    }
}
