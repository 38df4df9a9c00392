package io.weir.query.eval;

import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** {@code histogram_quantile}: estimates a quantile from cumulative buckets, whose upper bounds are the label le. */
final class HistogramQuantile implements VectorNode {
    private static final Pattern DECIMAL = Pattern.compile("[-+]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(e[-+]?[0-9]+)?");

    private static final String BOUND = "le";

    private final ScalarNode quantile;
    private final VectorNode buckets;

    HistogramQuantile(ScalarNode quantile, VectorNode buckets) {
        this.quantile = quantile;
        this.buckets = buckets;
    }

    /** The number of observations up to a bound. */
    private record Bucket(double bound, double count) {}

    @Override
    public List<Sample> at(long time) {
        double wanted = quantile.at(time);
        // Histograms of different metrics are apart, though the name is not in the result.
        Map<Labels, List<Bucket>> histograms = new LinkedHashMap<>();
        for (Sample each : buckets.at(time)) {
            double bound = bound(each.labels().get(BOUND));
            if (!Double.isNaN(bound)) {
                histograms
                        .computeIfAbsent(each.labels().without(List.of(BOUND)), ignored -> new ArrayList<>())
                        .add(new Bucket(bound, each.value()));
            }
        }
        List<Sample> results = new ArrayList<>();
        histograms.forEach((labels, all) ->
                results.add(new Sample(labels.without(List.of(Matcher.METRIC_NAME)), estimate(wanted, all))));
        return Unique.checked(results);
    }

    /** NaN if it cannot be read as a number. */
    private static double bound(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        switch (lower) {
            case "+inf", "inf", "+infinity", "infinity" -> {
                return Double.POSITIVE_INFINITY;
            }
            case "-inf", "-infinity" -> {
                return Double.NEGATIVE_INFINITY;
            }
            default -> {
                // Java also reads spaces, and d or f after a number.
                return DECIMAL.matcher(lower).matches() ? Double.parseDouble(lower) : Double.NaN;
            }
        }
    }

    private static double estimate(double quantile, List<Bucket> unsorted) {
        if (Double.isNaN(quantile)) {
            return Double.NaN;
        }
        if (quantile < 0 || quantile > 1) {
            return quantile < 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        List<Bucket> buckets = cumulative(unsorted);
        Bucket last = buckets.get(buckets.size() - 1);
        if (last.bound() != Double.POSITIVE_INFINITY || buckets.size() < 2 || last.count() == 0) {
            return Double.NaN;
        }
        double rank = quantile * last.count();
        int found = 0;
        while (found < buckets.size() - 1 && !(buckets.get(found).count() >= rank)) {
            found++;
        }
        if (found == buckets.size() - 1) {
            return buckets.get(found - 1).bound();
        }
        Bucket bucket = buckets.get(found);
        if (found == 0 && bucket.bound() <= 0) {
            return bucket.bound();
        }
        Bucket before = found == 0 ? new Bucket(0, 0) : buckets.get(found - 1);
        double share = (rank - before.count()) / (bucket.count() - before.count());
        return before.bound() + (bucket.bound() - before.bound()) * share;
    }

    /** In the order of the bounds; those of one bound added; a count that decreases is replaced by the largest before. */
    private static List<Bucket> cumulative(List<Bucket> unsorted) {
        List<Bucket> merged = new ArrayList<>();
        for (Bucket each : unsorted.stream()
                .sorted(Comparator.comparingDouble(Bucket::bound))
                .toList()) {
            Bucket last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            if (last != null && last.bound() == each.bound()) {
                merged.set(merged.size() - 1, new Bucket(each.bound(), last.count() + each.count()));
            } else {
                merged.add(each);
            }
        }
        double largest = merged.get(0).count();
        for (int i = 1; i < merged.size(); i++) {
            Bucket each = merged.get(i);
            if (each.count() > largest) {
                largest = each.count();
            } else if (each.count() < largest) {
                merged.set(i, new Bucket(each.bound(), largest));
            }
        }
        return merged;
    }
}
