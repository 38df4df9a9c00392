package io.weir.gateway.zabbix;

import io.weir.gateway.path.TaggedPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A key such as {@code net.if.in[eth0,"bytes"]}: a name, and parameters that may be quoted, or lists in
 * brackets.
 *
 * @param parameters without quotes; those left out, as the first in {@code name[,second]}, are empty
 */
record ItemKey(String name, List<String> parameters) {
    /** Separates the host and the key in one text. */
    static final char SEPARATOR = '\n';

    private static final String HOST = "host";

    ItemKey {
        parameters = List.copyOf(parameters);
    }

    /** Reads a key; null if it is not one. */
    static @Nullable ItemKey of(String key) {
        int bracket = key.indexOf('[');
        if (bracket < 0) {
            return new ItemKey(key, List.of());
        }
        List<String> parameters = new ArrayList<>();
        int at = bracket;
        do {
            at = parameter(key, at + 1, parameters);
        } while (at >= 0 && key.charAt(at) == ',');
        return at == key.length() - 1 ? new ItemKey(key.substring(0, bracket), parameters) : null;
    }

    /** Adds the parameter that begins here. Returns the index of the comma or bracket after it, or -1. */
    private static int parameter(String key, int from, List<String> parameters) {
        int at = from;
        while (at < key.length() && key.charAt(at) == ' ') {
            at++;
        }
        if (at < key.length() && key.charAt(at) == '"') {
            return quoted(key, at + 1, parameters);
        }
        boolean isList = at < key.length() && key.charAt(at) == '[';
        int listEnd = isList ? key.indexOf(']', at) : at;
        int end = listEnd < 0 ? -1 : end(key, listEnd + (isList ? 1 : 0));
        if (end >= 0) {
            parameters.add(key.substring(at, end));
        }
        return end;
    }

    private static int quoted(String key, int from, List<String> parameters) {
        StringBuilder text = new StringBuilder();
        int at = from;
        while (at < key.length() && key.charAt(at) != '"') {
            if (key.charAt(at) == '\\' && at + 1 < key.length() && key.charAt(at + 1) == '"') {
                at++;
            }
            text.append(key.charAt(at++));
        }
        parameters.add(text.toString());
        int end = end(key, at + 1);
        boolean isClosed = end >= 0 && key.substring(at + 1, end).isBlank();
        return isClosed ? end : -1;
    }

    private static int end(String key, int from) {
        for (int at = from; at < key.length(); at++) {
            if (key.charAt(at) == ',' || key.charAt(at) == ']') {
                return at;
            }
        }
        return -1;
    }

    /**
     * Reads the text of a host, {@link #SEPARATOR} and a key. The parameters become tags, named by the
     * list of their key, or else {@code p1}, {@code p2} and so on; null if the key is not one.
     */
    static @Nullable TaggedPath read(String text, Map<String, List<String>> names) {
        int separator = text.indexOf(SEPARATOR);
        ItemKey key = of(text.substring(separator + 1));
        if (key == null || text.indexOf(SEPARATOR, separator + 1) >= 0) {
            return null;
        }
        List<String> known = names.getOrDefault(key.name, List.of());
        SortedMap<String, String> tags = new TreeMap<>();
        tags.put(HOST, text.substring(0, separator));
        for (int i = 0; i < key.parameters.size(); i++) {
            String tag = i < known.size() ? known.get(i) : "p" + (i + 1);
            String value = key.parameters.get(i);
            if (!value.isEmpty() && tags.put(tag, value) != null) {
                return null;
            }
        }
        return TaggedPath.ofValue(key.name, tags);
    }
}
