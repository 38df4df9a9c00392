package io.weir.gateway.graphite;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.Utf8;
import io.weir.gateway.graphite.Template.Kind;
import io.weir.gateway.intake.LineSpeller;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Spells the series and the field key of a path, by the first template that matches. Used once for
 * each path while it is remembered. Not thread-safe.
 */
final class PathMapping {
    /** Joins parts with the same meaning, as in Telegraf. QuestDB refuses field keys with a dot. */
    private static final String JOIN = "_";

    private static final byte[] VALUE = "value".getBytes(UTF_8);
    private static final byte[] NOTHING = {};

    private final Templates templates;
    private final LineSpeller spelled = new LineSpeller(256);
    private GraphiteError error = GraphiteError.NONE;

    PathMapping(Templates templates) {
        this.templates = templates;
    }

    /** Why the last path is rejected; {@link GraphiteError#NONE} if it is not. */
    GraphiteError error() {
        return error;
    }

    /**
     * The line of the path {@code bytes[from, to)} up to its value, such as {@code cpu,host=a load=}.
     * Only valid if there is no {@link #error}.
     */
    byte[] of(byte[] bytes, int from, int to) {
        error = Utf8.firstInvalid(bytes, from, to) < 0 ? GraphiteError.NONE : GraphiteError.BAD_PATH;
        if (error != GraphiteError.NONE) {
            return NOTHING;
        }
        String[] path = new String(bytes, from, to - from, UTF_8).split(";", -1);
        List<String> parts = List.of(path[0].split("\\.", -1));
        SortedMap<String, String> tags = new TreeMap<>();
        if (parts.contains("")) {
            error = GraphiteError.BAD_PATH;
        } else if (!readTags(path, tags)) {
            error = GraphiteError.BAD_TAG;
        } else {
            apply(templates.forPath(parts), parts, tags);
        }
        return Arrays.copyOf(spelled.array(), spelled.length());
    }

    private static boolean readTags(String[] path, SortedMap<String, String> tags) {
        for (int i = 1; i < path.length; i++) {
            int equals = path[i].indexOf('=');
            if (equals <= 0 || equals == path[i].length() - 1) {
                return false;
            }
            if (tags.put(path[i].substring(0, equals), path[i].substring(equals + 1)) != null) {
                return false;
            }
        }
        return true;
    }

    private void apply(Template template, List<String> path, SortedMap<String, String> tags) {
        if (!template.covers(path)) {
            error = GraphiteError.LONG_PATH;
            return;
        }
        List<String> measurement = new ArrayList<>();
        List<String> field = new ArrayList<>();
        SortedMap<String, String> all = new TreeMap<>(template.tags());
        SortedMap<String, List<String>> ofParts = new TreeMap<>();
        for (int i = 0; i < path.size(); i++) {
            Template.Part part = template.part(i);
            if (part.kind() == Kind.MEASUREMENT) {
                measurement.add(path.get(i));
            } else if (part.kind() == Kind.FIELD) {
                field.add(path.get(i));
            } else if (part.kind() == Kind.TAG) {
                ofParts.computeIfAbsent(part.tag(), key -> new ArrayList<>()).add(path.get(i));
            }
        }
        if (measurement.isEmpty()) {
            error = GraphiteError.SHORT_PATH;
            return;
        }
        ofParts.forEach((key, values) -> all.put(key, String.join(JOIN, values)));
        all.putAll(tags);
        spell(
                String.join(JOIN, measurement),
                all,
                field.isEmpty() ? VALUE : String.join(JOIN, field).getBytes(UTF_8));
    }

    private void spell(String measurement, SortedMap<String, String> tags, byte[] field) {
        spelled.clear();
        byte[] name = measurement.getBytes(UTF_8);
        if (!spelled.measurement(name, 0, name.length)) {
            error = GraphiteError.BAD_PATH;
        }
        for (Map.Entry<String, String> tag : tags.entrySet()) {
            byte[] key = tag.getKey().getBytes(UTF_8);
            byte[] value = tag.getValue().getBytes(UTF_8);
            if (!spelled.tagKey(key, 0, key.length) || !spelled.tagValue(value, 0, value.length)) {
                error = GraphiteError.BAD_TAG;
            }
        }
        if (!spelled.fieldKey(field, 0, field.length)) {
            error = GraphiteError.BAD_PATH;
        }
    }
}
