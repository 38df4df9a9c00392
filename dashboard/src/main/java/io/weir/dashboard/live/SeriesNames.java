package io.weir.dashboard.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;

/** The names of a series and of its fields at one time; later fields are not among them. */
public final class SeriesNames {
    private final String measurement;
    private final byte[] key;
    private final byte[][] fields;
    private final int fieldCount;

    /**
     * Copies nothing.
     *
     * @param key the series as canonical bytes
     * @param fields the names of the fields, of which the first {@code fieldCount} do not change
     */
    SeriesNames(String measurement, byte[] key, byte[][] fields, int fieldCount) {
        this.measurement = measurement;
        this.key = key;
        this.fields = fields;
        this.fieldCount = fieldCount;
    }

    /** The measurement. */
    public String measurement() {
        return measurement;
    }

    /** The names of the fields; a new list. */
    public List<String> fields() {
        List<String> names = new ArrayList<>(fieldCount);
        for (int i = 0; i < fieldCount; i++) {
            names.add(new String(fields[i], UTF_8));
        }
        return names;
    }

    /** Whether another series has the same fields, in the same order. */
    public boolean hasFieldsOf(SeriesNames other) {
        boolean isSame = fieldCount == other.fieldCount;
        for (int i = 0; isSame && i < fieldCount; i++) {
            isSame = Arrays.equals(fields[i], other.fields[i]);
        }
        return isSame;
    }

    /** The tags; parses the key. */
    public SortedMap<String, String> tags() {
        return Series.parse(key).tags();
    }

    /** The series in line protocol, without fields. */
    public String text() {
        return new String(key, UTF_8);
    }
}
