package io.weir.query.opensearch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.net.URLEncoder;
import java.util.List;
import java.util.SortedSet;

/**
 * The indices of a request. Its address names them, or if that would be too long, a pattern: then a condition excludes
 * others that the pattern matches.
 *
 * @param names at least one
 */
record Indices(SortedSet<String> names) {
    /** Servers accept 4 KiB in the first line of a request. */
    private static final int LONGEST_LIST = 3_000;

    /** In the address of a request. */
    String path() {
        String list = list();
        return list.length() <= LONGEST_LIST ? list : encoded(commonStart()) + "*";
    }

    /** The conditions that a search needs in addition to {@link #path}. */
    List<Object> conditions() {
        return list().length() <= LONGEST_LIST ? List.of() : List.of(Conditions.oneOf("_index", names));
    }

    private String list() {
        return names.stream().map(Indices::encoded).collect(joining(","));
    }

    private String commonStart() {
        String first = names.first();
        String last = names.last();
        int end = 0;
        while (end < first.length() && end < last.length() && first.charAt(end) == last.charAt(end)) {
            end++;
        }
        return first.substring(0, end);
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, UTF_8);
    }
}
