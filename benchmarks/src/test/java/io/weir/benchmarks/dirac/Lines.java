package io.weir.benchmarks.dirac;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The lines of a plot: the values of each step of each line, by the first second of the step. */
final class Lines {
    private static final double TOLERANCE = 1e-9;

    private final SortedMap<String, Double> values = new TreeMap<>();

    /** Adds to a value, which is 0 at first. */
    void add(String line, long second, double value) {
        values.merge(line + " at " + second, value, Double::sum);
    }

    /** How many values all lines have together. */
    int count() {
        return values.size();
    }

    /** The first value that others lack or that differs from theirs; empty if all are the same. */
    Optional<String> difference(Lines others) {
        SortedMap<String, Double> all = new TreeMap<>(values);
        all.putAll(others.values);
        return all.keySet().stream()
                .filter(key ->
                        !isClose(values.getOrDefault(key, Double.NaN), others.values.getOrDefault(key, Double.NaN)))
                .map(key -> key + ": " + values.get(key) + " and " + others.values.get(key))
                .findFirst();
    }

    private static boolean isClose(double one, double other) {
        return Math.abs(one - other) <= TOLERANCE * Math.max(1, Math.abs(one));
    }
}
