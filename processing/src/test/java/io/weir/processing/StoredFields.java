package io.weir.processing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The numbers in stored lines: of each series and timestamp, those of its fields by name. */
final class StoredFields {

    private StoredFields() {}

    /** The fields of lines whose series contain no space. No two lines may have the same series and timestamp. */
    static SortedMap<String, Map<String, Double>> of(List<String> lines, String where) {
        SortedMap<String, Map<String, Double>> all = new TreeMap<>();
        for (String line : lines) {
            String[] parts = line.split(" ");
            Map<String, Double> fields = new HashMap<>();
            for (String field : parts[1].split(",")) {
                String[] pair = field.split("=");
                fields.put(pair[0], Double.valueOf(pair[1].replace("i", "")));
            }
            assertThat(all.put(parts[0] + " " + parts[2], fields))
                    .as(where + " " + line)
                    .isNull();
        }
        return all;
    }

    /** How much a field of a line may differ. */
    interface Tolerance {
        double of(String field, Map<String, Double> expected);
    }

    /** Requires the same lines and fields; numbers may differ by errors of rounding. */
    static void assertEqual(
            Map<String, Map<String, Double>> actual, Map<String, Map<String, Double>> expected, String where) {
        assertEqual(actual, expected, (field, line) -> 0, where);
    }

    /** Likewise; numbers may differ by more than that. */
    static void assertEqual(
            Map<String, Map<String, Double>> actual,
            Map<String, Map<String, Double>> expected,
            Tolerance tolerance,
            String where) {
        assertThat(actual.keySet()).as(where).isEqualTo(expected.keySet());
        expected.forEach((line, fields) -> {
            Map<String, Double> found = actual.getOrDefault(line, Map.of());
            assertThat(found.keySet()).as(where + " " + line).isEqualTo(fields.keySet());
            fields.forEach((name, value) -> assertThat(found.get(name))
                    .as(where + " " + line + " " + name)
                    .isCloseTo(value, within(tolerance.of(name, fields) + 1e-9 * Math.max(1, Math.abs(value)))));
        });
    }
}
