package io.weir.processing.oracle;

import java.util.TreeMap;

/**
 * The straight line through a field's latest values, from all values by stamp and the textbook's
 * sums.
 */
final class OracleTrend {

    private static final int BUCKETS = 16;
    private static final double YEAR = 365 * 86_400.0;

    private final long overNanos;
    private final TreeMap<Long, Double> values = new TreeMap<>();
    private double slope;
    private double end;

    OracleTrend(long overNanos) {
        this.overNanos = overNanos;
    }

    /** Passes a number; returns whether there is a line. The line ends at the number's stamp. */
    boolean add(double number, long stamp) {
        if (!values.isEmpty() && stamp < values.lastKey()) {
            return false;
        }
        values.put(stamp, number);
        long bucket = overNanos / BUCKETS;
        values.headMap((Math.floorDiv(stamp, bucket) - BUCKETS + 1) * bucket).clear();
        if (stamp - values.firstKey() < overNanos / 2) {
            return false;
        }
        double meanX = values.keySet().stream()
                .mapToDouble(each -> (each - stamp) / 1e9)
                .average()
                .orElseThrow();
        double meanY =
                values.values().stream().mapToDouble(each -> each).average().orElseThrow();
        double sumXX = 0;
        double sumXY = 0;
        for (var each : values.entrySet()) {
            double x = (each.getKey() - stamp) / 1e9 - meanX;
            sumXX += x * x;
            sumXY += x * (each.getValue() - meanY);
        }
        slope = sumXY / sumXX;
        end = meanY - slope * meanX;
        return true;
    }

    double slope() {
        return slope;
    }

    /** Seconds until the line is above a limit. */
    double until(double limit) {
        if (end >= limit) {
            return 0;
        }
        return slope <= 0 ? YEAR : Math.min(YEAR, (limit - end) / slope);
    }
}
