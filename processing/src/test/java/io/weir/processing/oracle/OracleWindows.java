package io.weir.processing.oracle;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The windows of one aggregation of one series: all values of a window in a list, the last one of
 * each stamp.
 */
final class OracleWindows {

    private final long length;
    private final long every;
    private final long grace;
    private final List<String> functions;
    private final Map<Long, Map<String, List<Value>>> open = new TreeMap<>();
    private long passed = Long.MIN_VALUE;
    private final OracleClock clock = new OracleClock();

    /** The fields with a closed window of floats: all their later windows are of floats. */
    private final Set<String> floats = new HashSet<>();

    private record Value(long stamp, double number, boolean isInteger) {}

    /** Receives the result of a closed window. */
    interface Results {
        void result(long start, Map<String, String> fields);
    }

    OracleWindows(long lengthNanos, long everyNanos, long graceNanos, List<String> functions) {
        this.length = lengthNanos;
        this.every = everyNanos;
        this.grace = graceNanos;
        this.functions = functions;
    }

    /**
     * Passes a metric with these aggregated fields, all of them numbers. Returns whether it is late
     * for a window.
     */
    boolean add(Map<String, String> fields, long stamp, long receivedNanos, Results out) {
        if (fields.isEmpty()) {
            return false;
        }
        boolean isLate = Math.floorDiv(stamp, every) * every + every + grace <= passed;
        for (long start = Math.floorDiv(stamp, every) * every; start > stamp - length; start -= every) {
            if (start + length + grace > passed) {
                Map<String, List<Value>> window = open.computeIfAbsent(start, unseen -> new TreeMap<>());
                fields.forEach((field, number) -> {
                    List<Value> values = window.computeIfAbsent(field, unseen -> new ArrayList<>());
                    values.removeIf(value -> value.stamp == stamp);
                    values.add(new Value(stamp, OracleNumber.number(number), OracleNumber.isInteger(number)));
                });
            }
        }
        clock.hear(stamp, receivedNanos);
        passed = Math.max(passed, clock.latest());
        close(clock.latest(), out);
        return isLate;
    }

    /** Advances log time to {@code logNanos}. */
    void pass(long logNanos, Results out) {
        close(clock.at(logNanos), out);
    }

    private void close(long now, Results out) {
        while (!open.isEmpty()) {
            long start = open.keySet().iterator().next();
            if (start + length + grace > now) {
                return;
            }
            passed = Math.max(passed, start + length + grace);
            Map<String, String> results = new TreeMap<>();
            open.remove(start).forEach((field, values) -> {
                if (!values.stream().allMatch(Value::isInteger)) {
                    floats.add(field);
                }
                boolean isInteger = !floats.contains(field);
                functions.forEach(function -> results.put(field + "_" + function, of(function, values, isInteger)));
            });
            out.result(start, results);
        }
    }

    private static String of(String function, List<Value> values, boolean isInteger) {
        double result = of(function, values);
        return function.equals("count") || (isInteger && !function.equals("mean"))
                ? (long) result + "i"
                : Double.toString(result);
    }

    private static double of(String function, List<Value> values) {
        DoubleSummaryStatistics all = values.stream().mapToDouble(Value::number).summaryStatistics();
        return switch (function) {
            case "count" -> values.size();
            case "sum" -> all.getSum();
            case "mean" -> all.getSum() / values.size();
            case "min" -> all.getMin();
            case "max" -> all.getMax();
            case "spread" -> all.getMax() - all.getMin();
            case "first" ->
                values.stream().min(Comparator.comparingLong(Value::stamp)).orElseThrow().number;
            case "last" ->
                values.stream().max(Comparator.comparingLong(Value::stamp)).orElseThrow().number;
            default -> throw new IllegalArgumentException(function);
        };
    }
}
