package io.weir.gateway.graphite;

import io.weir.gateway.path.TaggedPath;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads {@code path;key=value;key=value}. */
final class PathTags {
    private PathTags() {}

    static @Nullable TaggedPath read(String text) {
        String[] parts = text.split(";", -1);
        SortedMap<String, String> tags = new TreeMap<>();
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            if (equals <= 0 || equals == parts[i].length() - 1) {
                return null;
            }
            if (tags.put(parts[i].substring(0, equals), parts[i].substring(equals + 1)) != null) {
                return null;
            }
        }
        return TaggedPath.ofValue(parts[0], tags);
    }
}
