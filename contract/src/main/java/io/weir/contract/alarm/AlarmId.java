package io.weir.contract.alarm;

import java.util.Collection;
import java.util.List;
import java.util.SortedMap;

/**
 * The id of an alarm: the rule's name and the values of its path tags, joined by {@code /}, such as {@code
 * cpu-high/TPC/flp00017}.
 *
 * <p>In a value {@code %} is written {@code %25} and {@code /} is written {@code %2F}. A tag that the series does not have
 * is written {@code -}, and a value that is just that {@code %2D}. So different values never make the same id.
 */
public final class AlarmId {

    private static final String MISSING = "-";

    private AlarmId() {}

    /**
     * The id of the alarm that a rule raises for a series.
     *
     * @param path keys of the tags that tell the rule's alarms apart; empty: all tags, sorted by key
     */
    public static String of(String rule, List<String> path, SortedMap<String, String> tags) {
        StringBuilder id = new StringBuilder(rule);
        Collection<String> keys = path.isEmpty() ? tags.keySet() : path;
        for (String key : keys) {
            String value = tags.get(key);
            id.append('/').append(value == null ? MISSING : encode(value));
        }
        return id.toString();
    }

    private static String encode(String value) {
        return value.equals(MISSING) ? "%2D" : value.replace("%", "%25").replace("/", "%2F");
    }
}
