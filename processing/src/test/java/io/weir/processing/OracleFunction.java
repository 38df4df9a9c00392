package io.weir.processing;

import java.math.BigDecimal;
import java.util.List;

/** The functions of a group, computed from all values in the order of their times. */
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
            case "first" -> values.isEmpty() ? Double.NaN : values.get(0);
            case "last" -> values.isEmpty() ? Double.NaN : values.get(values.size() - 1);
            case "mad" -> medianDistance(values);
            case "stddev" -> values.size() < 2 ? Double.NaN : deviation(values, mean);
            default -> percentile(percent(function), values);
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
        double median = of("median", values);
        return of("median", values.stream().map(each -> Math.abs(each - median)).toList());
    }

    /** Whether a function depends on the place of a value among all values by size. */
    static boolean isOfRanks(String function) {
        return function.equals("mad") || function.equals("median") || function.matches("p[0-9.]+");
    }

    private static BigDecimal percent(String function) {
        if (!isOfRanks(function)) {
            throw new IllegalArgumentException(function);
        }
        return new BigDecimal(function.equals("median") ? "50" : function.substring(1));
    }

    private static double percentile(BigDecimal percent, List<Double> values) {
        BigDecimal rank = percent.movePointLeft(2).multiply(BigDecimal.valueOf(values.size() - 1L));
        return values.isEmpty() ? Double.NaN : values.stream().sorted().toList().get(rank.intValue());
    }
}
