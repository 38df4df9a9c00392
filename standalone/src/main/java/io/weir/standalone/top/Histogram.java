package io.weir.standalone.top;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The times that a timer measured between two pages of meters.
 *
 * @param counts how many were at most this long, by seconds
 * @param total how many there are
 */
record Histogram(SortedMap<Double, Double> counts, double total) {
    private static final String LIMIT = "le";

    /**
     * @param name of the timer
     * @param labels that its buckets must have
     */
    static Histogram between(PortMeters before, PortMeters now, String name, Map<String, String> labels) {
        String buckets = name + "_bucket";
        SortedMap<Double, Double> counts = new TreeMap<>();
        double total = 0;
        for (PortMeters.Key bucket : now.values().keySet()) {
            String limit = bucket.labels().get(LIMIT);
            if (limit != null
                    && bucket.isNamed(buckets)
                    && bucket.labels().entrySet().containsAll(labels.entrySet())) {
                double growth = now.growth(before, bucket);
                if (limit.equals("+Inf")) {
                    total += growth;
                } else {
                    finite(limit).ifPresent(seconds -> counts.merge(seconds, growth, Double::sum));
                }
            }
        }
        return new Histogram(counts, total);
    }

    /** Empty for no number: another program may answer at a service's port. */
    private static OptionalDouble finite(String limit) {
        try {
            return OptionalDouble.of(Double.parseDouble(limit));
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    boolean isEmpty() {
        return total <= 0;
    }

    /** The limit, in milliseconds, that this share of the times did not exceed. */
    String millis(double share) {
        double longest = 0;
        for (Map.Entry<Double, Double> limit : counts.entrySet()) {
            longest = limit.getKey();
            if (limit.getValue() >= share * total) {
                return Long.toString((long) Math.ceil(longest * 1_000));
            }
        }
        return "over " + (long) Math.ceil(longest * 1_000);
    }
}
