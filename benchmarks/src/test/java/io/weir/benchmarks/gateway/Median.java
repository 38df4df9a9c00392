package io.weir.benchmarks.gateway;

import java.util.List;

public final class Median {
    private Median() {}

    /** Returns the median; 0 without values. */
    public static double of(List<Double> values) {
        if (values.isEmpty()) {
            return 0;
        }
        List<Double> sorted = values.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }
}
