package io.weir.gateway.path;

import java.util.SortedMap;

/**
 * A path and its tags.
 *
 * @param path its parts, separated by dots
 * @param field the field key, unless a template has one
 */
public record TaggedPath(String path, SortedMap<String, String> tags, String field) {
    private static final String VALUE = "value";

    /** A path whose field is {@code value}. */
    public static TaggedPath ofValue(String path, SortedMap<String, String> tags) {
        return new TaggedPath(path, tags, VALUE);
    }
}
