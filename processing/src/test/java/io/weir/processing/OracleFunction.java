package io.weir.processing;

import java.util.List;

/** The functions of a group, computed from all values. */
final class OracleFunction {

    private OracleFunction() {}

    /** NaN if undefined. */
    static double of(String function, List<Double> values) {
        double least = values.stream().mapToDouble(each -> each).min().orElse(Double.NaN);
        double most = values.stream().mapToDouble(each -> each).max().orElse(Double.NaN);
        double mean = sum(values) / values.size();
        return switch (function) {
            case "sum" -> values.isEmpty() ? Double.NaN : sum(values);
            case "count" -> values.size();
            case "distinct" -> values.stream().distinct().count();
            case "mean", "share" -> mean;
            case "min" -> least;
            case "max" -> most;
            case "spread" -> most - least;
            case "mad" -> medianDistance(values);
            case "stddev" -> values.size() < 2 ? Double.NaN : deviation(values, mean);
            default -> throw new IllegalArgumentException(function);
        };
    }

    static double sum(List<Double> values) {
        return values.stream().mapToDouble(each -> each).sum();
    }

    private static double deviation(List<Double> values, double mean) {
        double squares = values.stream()
                .mapToDouble(each -> (each - mean) * (each - mean))
                .sum();
        return Math.sqrt(squares / (values.size() - 1));
    }

    private static double medianDistance(List<Double> values) {
        double median = median(values);
        return median(values.stream().map(each -> Math.abs(each - median)).toList());
    }

    private static double median(List<Double> values) {
        return values.isEmpty() ? Double.NaN : values.stream().sorted().toList().get((values.size() - 1) / 2);
    }
}
