package io.weir.dashboard.view;

import io.weir.contract.config.YamlText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Changes of the keys above and below the panels.
 *
 * @param changes the new lines of each changed key; none for a key that the file no longer has
 */
record HeadLines(Map<String, List<String>> changes) {
    private static final List<String> KEYS = List.of("title", "about", "span", "choose", "variables");

    private static final Pattern INDENTED = Pattern.compile("(?s)\\s+\\S.*");

    HeadLines {
        changes = new LinkedHashMap<>(changes);
    }

    /**
     * @param before the keys of a view, without those that have their default value
     * @param after those of the changed view
     * @param end what a line ends with before its line feed
     */
    static HeadLines of(Map<String, Object> before, Map<String, Object> after, String end) {
        Map<String, List<String>> changes = new LinkedHashMap<>();
        for (String key : KEYS) {
            Object value = after.get(key);
            if (!Objects.equals(before.get(key), value)) {
                changes.put(
                        key,
                        Stream.ofNullable(value)
                                .flatMap(one -> written(key, one))
                                .map(line -> line + end)
                                .toList());
            }
        }
        return new HeadLines(changes);
    }

    private static Stream<String> written(String key, Object value) {
        return value instanceof Map<?, ?> entries
                ? Stream.concat(
                        Stream.of(key + ":"),
                        entries.entrySet().stream()
                                .map(one -> "  " + one.getKey() + ": " + YamlText.flow(one.getValue())))
                : Stream.of(key + ": " + YamlText.flow(value));
    }

    /** The lines with the changes of the keys that are among them. Indented lines below a changed key belong to it. */
    List<String> replaced(List<String> lines) {
        List<String> all = new ArrayList<>();
        boolean isWithin = false;
        for (String line : lines) {
            Optional<String> key = keyOf(line);
            boolean isBelow = isWithin && INDENTED.matcher(line).matches();
            if (key.isPresent()) {
                all.addAll(changes.getOrDefault(key.get(), List.of()));
            } else if (!isBelow) {
                all.add(line);
            }
            isWithin = key.isPresent() || isBelow;
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
