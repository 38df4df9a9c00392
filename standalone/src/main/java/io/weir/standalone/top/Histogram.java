package io.weir.standalone.top;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The times that a timer measured between two pages of meters.
 *
 * @param counts how many were at most this long, by seconds; the longest limit is infinite
 */
record Histogram(SortedMap<Double, Double> counts) {
    private static final String LIMIT = "le";

    /**
     * @param name of the timer
     * @param labels that its buckets must have
     */
    static Histogram between(PortMeters before, PortMeters now, String name, Map<String, String> labels) {
        String buckets = name + "_bucket";
        SortedMap<Double, Double> counts = new TreeMap<>();
        for (PortMeters.Key bucket : now.values().keySet()) {
            String limit = bucket.labels().get(LIMIT);
            if (limit != null
                    && bucket.isNamed(buckets)
                    && bucket.labels().entrySet().containsAll(labels.entrySet())) {
                counts.merge(
                        limit.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(limit),
                        now.growth(before, bucket),
                        Double::sum);
            }
        }
        return new Histogram(counts);
    }

    boolean isEmpty() {
        return counts.isEmpty() || counts.get(counts.lastKey()) <= 0;
    }

    /** The limit, in milliseconds, that this share of the times did not exceed. Not if empty. */
    String millis(double share) {
        double needed = share * counts.get(counts.lastKey());
        double finite = 0;
        for (Map.Entry<Double, Double> limit : counts.entrySet()) {
            if (limit.getKey().isInfinite()) {
                break;
            }
            finite = limit.getKey();
            if (limit.getValue() >= needed) {
                return Long.toString((long) Math.ceil(finite * 1_000));
            }
        }
        return "over " + (long) Math.ceil(finite * 1_000);
    }
}
