package io.weir.dashboard.view;

import io.weir.contract.config.YamlText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Changes of the keys that a file has in lines of their own.
 *
 * @param changes the new line of each changed key, or empty for a key that the file no longer has
 */
record HeadLines(Map<String, Optional<String>> changes) {
    private static final List<String> KEYS = List.of("title", "span");

    HeadLines {
        changes = new LinkedHashMap<>(changes);
    }

    /**
     * @param before the keys of a view, without those that have their default value
     * @param after those of the changed view
     * @param end what a line ends with before its line feed
     */
    static HeadLines of(Map<String, Object> before, Map<String, Object> after, String end) {
        Map<String, Optional<String>> changes = new LinkedHashMap<>();
        for (String key : KEYS) {
            Object value = after.get(key);
            if (!Objects.equals(before.get(key), value)) {
                changes.put(key, Optional.ofNullable(value).map(one -> key + ": " + YamlText.flow(one) + end));
            }
        }
        return new HeadLines(changes);
    }

    /** The lines with the changes of the keys that are among them. */
    List<String> replaced(List<String> lines) {
        List<String> all = new ArrayList<>();
        for (String line : lines) {
            keyOf(line).map(changes::get).orElseGet(() -> Optional.of(line)).ifPresent(all::add);
        }
        return all;
    }

    /** The new lines of the keys that none of these lines has. */
    List<String> added(List<String> lines) {
        List<String> present =
                lines.stream().flatMap(line -> keyOf(line).stream()).toList();
        return changes.entrySet().stream()
                .filter(change -> !present.contains(change.getKey()))
                .flatMap(change -> change.getValue().stream())
                .toList();
    }

    /** The changed key in a line. */
    private Optional<String> keyOf(String line) {
        return changes.keySet().stream()
                .filter(key -> Pattern.matches("(?s)(" + key + "|\"" + key + "\"|'" + key + "')\\s*:.*", line))
                .findFirst();
    }
}
