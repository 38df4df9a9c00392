package io.weir.standalone.ruletest;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Compares, for each alarm, the expected sequence with the actual one, element by element. */
final class Sequences {

    private Sequences() {}

    /** Groups elements by alarm and keeps their order. */
    static <T> SortedMap<String, List<T>> byId(List<T> all, Function<T, String> id) {
        return all.stream().collect(Collectors.groupingBy(id, TreeMap::new, Collectors.toList()));
    }

    /**
     * Two lines for each alarm whose sequence differs.
     *
     * @param none the text for an empty sequence
     */
    static <W, C> List<String> differences(
            String none,
            SortedMap<String, List<W>> wanted,
            SortedMap<String, List<C>> actual,
            BiPredicate<W, C> isMet) {
        Set<String> ids = new TreeSet<>(wanted.keySet());
        ids.addAll(actual.keySet());
        List<String> differences = new ArrayList<>();
        for (String id : ids) {
            List<W> want = wanted.getOrDefault(id, List.of());
            List<C> got = actual.getOrDefault(id, List.of());
            if (!isMet(want, got, isMet)) {
                differences.add("expected " + id + ": " + show(want, none));
                differences.add("actual   " + id + ": " + show(got, none));
            }
        }
        return differences;
    }

    private static <W, C> boolean isMet(List<W> wanted, List<C> actual, BiPredicate<W, C> isMet) {
        if (wanted.size() != actual.size()) {
            return false;
        }
        for (int i = 0; i < actual.size(); i++) {
            if (!isMet.test(wanted.get(i), actual.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static String show(List<?> all, String none) {
        return all.isEmpty() ? none : all.stream().map(Object::toString).collect(Collectors.joining("; "));
    }
}
