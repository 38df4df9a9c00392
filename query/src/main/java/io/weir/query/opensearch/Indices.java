package io.weir.query.opensearch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The indices of a request.
 *
 * @param names at least one
 */
record Indices(SortedSet<String> names) {
    /** Servers accept 4 KiB in the first line of a request. A name has at most 255 bytes, which are 765 characters. */
    private static final int LONGEST_LIST = 3_000;

    /** Whether the address of a request may have {@link #path}. */
    boolean fitInPath() {
        return path().length() <= LONGEST_LIST;
    }

    /** In the address of a request. */
    String path() {
        return names.stream().map(Indices::encoded).collect(joining(","));
    }

    /** The same indices in as many parts as addresses of requests need. */
    List<Indices> parts() {
        List<Indices> parts = new ArrayList<>();
        SortedSet<String> part = new TreeSet<>();
        int length = 0;
        for (String each : names) {
            int more = encoded(each).length() + 1;
            if (length + more > LONGEST_LIST) {
                parts.add(new Indices(part));
                part = new TreeSet<>();
                length = 0;
            }
            part.add(each);
            length += more;
        }
        parts.add(new Indices(part));
        return parts;
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, UTF_8);
    }
}
