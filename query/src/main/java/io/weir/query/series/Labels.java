package io.weir.query.series;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The labels of a series, by name. A label with the empty value does not exist. */
public final class Labels implements Comparable<Labels> {
    /** No labels. */
    public static final Labels NONE = new Labels(new String[0]);

    /** Names and values in turn, in the order of the names. */
    private final String[] pairs;

    private final int hash;

    private Labels(String[] pairs) {
        this.pairs = pairs;
        this.hash = Arrays.hashCode(pairs);
    }

    public static Labels of(Map<String, String> values) {
        List<String> pairs = new ArrayList<>(values.size() * 2);
        new TreeMap<>(values).forEach((name, value) -> {
            if (!value.isEmpty()) {
                pairs.add(name);
                pairs.add(value);
            }
        });
        return of(pairs);
    }

    private static Labels of(List<String> pairs) {
        return pairs.isEmpty() ? NONE : new Labels(pairs.toArray(String[]::new));
    }

    /** Empty without such a label. */
    public String get(String name) {
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i].equals(name)) {
                return pairs[i + 1];
            }
        }
        return "";
    }

    public Map<String, String> toMap() {
        Map<String, String> values = new TreeMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            values.put(pairs[i], pairs[i + 1]);
        }
        return values;
    }

    public Labels without(List<String> names) {
        return filtered(name -> !names.contains(name));
    }

    public Labels only(List<String> names) {
        return filtered(names::contains);
    }

    public Labels withoutName() {
        return filtered(name -> !name.equals(Matcher.METRIC_NAME));
    }

    /** An empty value removes the label. */
    public Labels with(String name, String value) {
        Map<String, String> values = toMap();
        values.put(name, value);
        return of(values);
    }

    private Labels filtered(Predicate<String> kept) {
        List<String> left = new ArrayList<>(pairs.length);
        for (int i = 0; i < pairs.length; i += 2) {
            if (kept.test(pairs[i])) {
                left.add(pairs[i]);
                left.add(pairs[i + 1]);
            }
        }
        return left.size() == pairs.length ? this : of(left);
    }

    @Override
    public int compareTo(Labels other) {
        return Arrays.compare(pairs, other.pairs);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Labels labels && hash == labels.hash && Arrays.equals(pairs, labels.pairs);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** As in Prometheus: {@code up{host="a"}}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(get(Matcher.METRIC_NAME)).append('{');
        String separator = "";
        for (int i = 0; i < pairs.length; i += 2) {
            if (!pairs[i].equals(Matcher.METRIC_NAME)) {
                text.append(separator)
                        .append(pairs[i])
                        .append("=\"")
                        .append(pairs[i + 1])
                        .append('"');
                separator = ", ";
            }
        }
        return text.append('}').toString();
    }
}
