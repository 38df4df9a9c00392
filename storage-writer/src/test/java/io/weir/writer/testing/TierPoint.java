package io.weir.writer.testing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A metric for tests of tiers, with some of the fields value, n, s and up. A null number or text is a
 * missing field, and an empty tag a missing tag.
 *
 * @param text the field s, of which the flag up follows
 */
public record TierPoint(
        String measurement,
        String host,
        String rack,
        String role,
        long stamp,
        @Nullable Double value,
        @Nullable Long n,
        @Nullable String text) {

    /** In line protocol. */
    public String line() {
        List<String> fields = new ArrayList<>();
        if (value != null) {
            fields.add("value=" + value);
        }
        if (n != null) {
            fields.add("n=" + n + "i");
        }
        if (text != null) {
            fields.add("s=\"" + text + "\",up=" + isUp(text));
        }
        return measurement + ",host=" + host + (rack.isEmpty() ? "" : ",rack=" + rack)
                + (role.isEmpty() ? "" : ",role=" + role) + " " + String.join(",", fields) + " " + stamp;
    }

    /**
     * The fields of a window in a tier, computed the simple way. Numbers are {@linkplain #rounded rounded}, flags are texts.
     *
     * @param functions of numbers, by their names in rules
     */
    public static Map<String, Object> fields(List<TierPoint> window, List<String> functions) {
        List<TierPoint> inOrder = window.stream()
                .sorted(Comparator.comparingLong(TierPoint::stamp))
                .toList();
        Map<String, Object> fields = new TreeMap<>();
        number(fields, "value", present(inOrder, TierPoint::value), functions);
        number(fields, "n", present(inOrder, TierPoint::n), functions);
        for (String text : present(inOrder, TierPoint::text)) {
            fields.put("s_last", text);
            fields.put("up_last", Boolean.toString(isUp(text)));
        }
        return fields;
    }

    /** To the digits that the order of an addition may change. */
    public static Double rounded(double number) {
        return Math.rint(number * 1e6) / 1e6;
    }

    private static boolean isUp(String text) {
        return text.length() % 2 == 0;
    }

    private static <T> List<T> present(List<TierPoint> points, Function<TierPoint, @Nullable T> field) {
        return points.stream().map(field).filter(Objects::nonNull).toList();
    }

    private static void number(
            Map<String, Object> fields, String name, List<? extends Number> numbers, List<String> functions) {
        double[] values = numbers.stream().mapToDouble(Number::doubleValue).toArray();
        for (String function : functions) {
            boolean isDefined = values.length > (function.equals("stddev") ? 1 : 0);
            if (isDefined) {
                fields.put(name + "_" + function, rounded(computed(function, values)));
            }
        }
    }

    private static double computed(String function, double[] values) {
        double sum = 0;
        double min = values[0];
        double max = values[0];
        for (double value : values) {
            sum += value;
            min = Math.min(min, value);
            max = Math.max(max, value);
        }
        double mean = sum / values.length;
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return switch (function) {
            case "mean" -> mean;
            case "min" -> min;
            case "max" -> max;
            case "count" -> values.length;
            case "sum" -> sum;
            case "spread" -> max - min;
            case "first" -> values[0];
            case "last" -> values[values.length - 1];
            case "stddev" -> Math.sqrt(squares / (values.length - 1));
            default -> throw new IllegalArgumentException(function);
        };
    }
}
