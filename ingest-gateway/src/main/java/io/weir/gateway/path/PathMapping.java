package io.weir.gateway.path;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.path.Template.Kind;
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

    private final Templates templates;
    private final LineSpeller spelled = new LineSpeller(256);
    private PathError error = PathError.NONE;

    PathMapping(Templates templates) {
        this.templates = templates;
    }

    /** Maps a path, or returns why it has no series. */
    PathError map(TaggedPath path) {
        List<String> parts = List.of(path.path().split("\\.", -1));
        error = parts.contains("") ? PathError.BAD_PATH : PathError.NONE;
        if (error == PathError.NONE) {
            apply(templates.forPath(parts), parts, path);
        }
        return error;
    }

    /** The line of the last path up to its value, such as {@code cpu,host=a load=}, if it has one. */
    byte[] start() {
        return Arrays.copyOf(spelled.array(), spelled.length());
    }

    private void apply(Template template, List<String> path, TaggedPath tagged) {
        if (!template.covers(path)) {
            error = PathError.LONG_PATH;
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
            error = PathError.SHORT_PATH;
            return;
        }
        ofParts.forEach((key, values) -> all.put(key, String.join(JOIN, values)));
        all.putAll(tagged.tags());
        spell(String.join(JOIN, measurement), all, field.isEmpty() ? tagged.field() : String.join(JOIN, field));
    }

    private void spell(String measurement, SortedMap<String, String> tags, String field) {
        spelled.clear();
        byte[] name = measurement.getBytes(UTF_8);
        if (!spelled.measurement(name, 0, name.length)) {
            error = PathError.BAD_PATH;
        }
        for (Map.Entry<String, String> tag : tags.entrySet()) {
            byte[] key = tag.getKey().getBytes(UTF_8);
            byte[] value = tag.getValue().getBytes(UTF_8);
            if (!spelled.tagKey(key, 0, key.length) || !spelled.tagValue(value, 0, value.length)) {
                error = PathError.BAD_TAG;
            }
        }
        byte[] fieldKey = field.getBytes(UTF_8);
        if (!spelled.fieldKey(fieldKey, 0, fieldKey.length)) {
            error = PathError.BAD_PATH;
        }
    }
}
