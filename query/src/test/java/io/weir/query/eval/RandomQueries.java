package io.weir.query.eval;

import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * Queries of a grammar, for the series of {@link RandomSamples}. Times are small numbers, since the order of series
 * decides how sums and deviations of large numbers are rounded.
 */
final class RandomQueries {
    private static final List<String> RANGE_FUNCTIONS = List.of(
            "rate",
            "increase",
            "irate",
            "delta",
            "idelta",
            "deriv",
            "changes",
            "resets",
            "sum_over_time",
            "avg_over_time",
            "min_over_time",
            "max_over_time",
            "count_over_time",
            "last_over_time",
            "present_over_time",
            "stddev_over_time",
            "stdvar_over_time",
            "absent_over_time");

    private static final List<String> VALUE_FUNCTIONS = List.of(
            "abs",
            "ceil",
            "floor",
            "sqrt",
            "ln",
            "log2",
            "log10",
            "sgn",
            "deg",
            "rad",
            "asin",
            "acos",
            "atan",
            "tanh",
            "asinh",
            "acosh",
            "atanh",
            "round",
            "sort",
            "sort_desc",
            "absent");

    private static final List<String> DATE_FUNCTIONS =
            List.of("minute", "hour", "day_of_week", "day_of_month", "day_of_year", "days_in_month", "month", "year");

    private static final List<String> AGGREGATORS =
            List.of("sum", "avg", "min", "max", "count", "group", "stddev", "stdvar");

    private final Random random;

    RandomQueries(Random random) {
        this.random = random;
    }

    /**
     * Prometheus 2.42 ignores the offset of a selector with @ in timestamp, and answers only the first step of
     * predict_linear of a range with @. It takes +x for no selector in timestamp. Weir does otherwise.
     */
    private static final Pattern OTHERWISE = Pattern.compile("(timestamp|predict_linear).*@|timestamp\\(\\+");

    /** A query of any type. */
    String next() {
        String query = any();
        return OTHERWISE.matcher(query).find() ? next() : query;
    }

    private String any() {
        return switch (random.nextInt(20)) {
            case 0 -> scalar(3);
            case 1 -> matrix(2);
            default -> vector(3);
        };
    }

    /** A query for a range. */
    String nextForRange() {
        String query = random.nextInt(20) == 0 ? scalar(3) : vector(3);
        return OTHERWISE.matcher(query).find() ? nextForRange() : query;
    }

    private String one(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private String one(String... choices) {
        return one(List.of(choices));
    }

    private boolean rarely() {
        return random.nextInt(6) == 0;
    }

    private String selector() {
        return switch (random.nextInt(12)) {
            case 0, 1 -> "requests_total";
            case 2 -> "requests_total{path=\"/a\"}";
            case 3 -> "temperature{host!=\"h" + random.nextInt(4) + "\"}";
            case 4 -> "temperature";
            case 5 -> "load{host=~\"h[0-" + random.nextInt(4) + "]\"}";
            case 6 -> "up{rack!~\"r1.*\"}";
            case 7 -> "{__name__=~\"load|quota\"}";
            case 8 -> "latency_bucket{le='" + one("0.1", "1", "+Inf") + "'}";
            case 9 -> "odd";
            case 10 -> "missing{host=\"h1\", path=~\".+\"}";
            default -> "load";
        };
    }

    private String modifiers() {
        if (!rarely()) {
            return "";
        }
        String offset = " offset " + one("1m", "-2m", "7m30s", "15s", "1h");
        String at = " @ " + one("start()", "end()", "1700001800", "1700000000.5", "1700003000");
        return switch (random.nextInt(4)) {
            case 0 -> at;
            case 1 -> offset + at;
            case 2 -> at + offset;
            default -> offset;
        };
    }

    private String duration() {
        return one("30s", "1m", "2m30s", "5m", "10m", "1500ms", "20m");
    }

    private String matrix(int depth) {
        if (depth > 0 && rarely()) {
            return "(" + vector(depth - 1) + ")[" + duration() + ":" + one("", "15s", "1m", "37s") + "]" + modifiers();
        }
        return selector() + "[" + duration() + "]" + modifiers();
    }

    private String number() {
        return one("0", "1", "2", "0.5", "-3", "25", "1e2", "0x10", "NaN", "Inf", "0.9");
    }

    private String scalar(int depth) {
        if (depth == 0) {
            return number();
        }
        return switch (random.nextInt(7)) {
            case 0 -> "scalar(" + vector(depth - 1) + ")";
            case 1 -> "(time() - 1700000000)";
            case 2 -> "pi()";
            case 3 -> "(" + scalar(depth - 1) + arithmetic() + scalar(depth - 1) + ")";
            case 4 -> "(" + scalar(depth - 1) + comparison() + "bool " + scalar(depth - 1) + ")";
            case 5 -> "-" + scalar(depth - 1);
            default -> number();
        };
    }

    private String arithmetic() {
        return one(" + ", " - ", " * ", " / ", " % ", " ^ ");
    }

    private String comparison() {
        return one(" == ", " != ", " < ", " <= ", " > ", " >= ");
    }

    private String vector(int depth) {
        if (depth == 0) {
            return selector() + modifiers();
        }
        int inner = depth - 1;
        return switch (random.nextInt(17)) {
            case 0, 1, 2 -> one(RANGE_FUNCTIONS) + "(" + matrix(depth) + ")";
            case 3 -> parameterised(depth);
            case 4 -> one(VALUE_FUNCTIONS) + "(" + vector(inner) + ")";
            case 5, 6, 7 -> aggregation(one(AGGREGATORS) + grouping(), "", vector(inner));
            case 8 ->
                aggregation(
                        "quantile" + grouping(), one("0.5", "0.9", "0", "1", "-1", "2", "NaN") + ", ", vector(inner));
            case 9 ->
                aggregation(one("topk", "bottomk") + grouping(), one("1", "2", "3", "0", "-1") + ", ", distinct());
            case 10 -> "(" + vector(inner) + one(arithmetic(), comparison()) + scalar(inner) + ")";
            case 11 ->
                "(" + scalar(inner) + one(arithmetic(), comparison(), comparison() + "bool ") + vector(inner) + ")";
            case 12 -> matched(depth);
            case 13 -> "(" + vector(inner) + one(" and ", " or ", " unless ") + matching() + vector(inner) + ")";
            case 14 ->
                "histogram_quantile(" + one("0.5", "0.9", "0.99", "0", "1", "-0.1", "1.1") + ", "
                        + one(
                                "rate(latency_bucket[5m])",
                                "latency_bucket",
                                "sum by (le) (latency_bucket)",
                                "sum by (le, host) (increase(latency_bucket[2m]))")
                        + ")";
            case 15 -> one("-", "+") + vector(inner);
            default -> selector() + modifiers();
        };
    }

    /** Values that differ, since the order of equal ones is not defined. */
    private String distinct() {
        return one("temperature", "load", "rate(requests_total[5m])", "{__name__=~\"load|temperature\"}");
    }

    private String aggregation(String head, String parameter, String operand) {
        return head + "(" + parameter + operand + ")";
    }

    private String labels() {
        return one("host", "rack", "path", "host, rack", "", "le", "__name__", "host, path");
    }

    private String grouping() {
        return switch (random.nextInt(3)) {
            case 0 -> " by (" + labels() + ") ";
            case 1 -> " without (" + labels() + ") ";
            default -> "";
        };
    }

    private String matching() {
        return switch (random.nextInt(3)) {
            case 0 -> "on(" + one("host", "rack", "host, rack", "") + ") ";
            case 1 -> "ignoring(" + one("path", "rack", "rack, path", "le") + ") ";
            default -> "";
        };
    }

    /** Sides that mostly match. */
    private String matched(int depth) {
        String operator = one(arithmetic(), comparison(), comparison() + "bool ");
        return switch (random.nextInt(9)) {
            case 7 -> "(" + one("temperature", "quota") + operator + "on(rack) " + one("up", "load") + ")";
            case 0 -> "(temperature" + operator + "on(host) " + one("load", "load offset 1m") + ")";
            case 1 -> "(temperature" + operator + "on(rack) group_left() quota)";
            case 2 -> "(quota" + operator + "on(rack) group_right() " + one("temperature", "up") + ")";
            case 3 -> "(requests_total" + operator + "on(host) group_left(rack) up)";
            case 4 -> "(load" + operator + "ignoring(rack, path) group_right() requests_total)";
            case 5 -> "(rate(requests_total[5m])" + operator + "rate(requests_total[1m]))";
            case 6 -> "sum by (host) (temperature atan2 on(host) load)";
            default -> "(" + vector(depth - 1) + operator + matching() + vector(depth - 1) + ")";
        };
    }

    private String parameterised(int depth) {
        int inner = depth - 1;
        return switch (random.nextInt(12)) {
            case 0 -> "predict_linear(" + matrix(depth) + ", " + one("60", "3600", "-30") + ")";
            case 1 -> "quantile_over_time(" + one("0.5", "0.95", "2", "-1") + ", " + matrix(depth) + ")";
            case 2 -> "holt_winters(" + matrix(depth) + ", 0.5, " + one("0.3", "0.9") + ")";
            case 3 -> "clamp(" + vector(inner) + ", " + scalar(inner) + ", " + scalar(inner) + ")";
            case 4 -> one("clamp_min", "clamp_max") + "(" + vector(inner) + ", " + scalar(inner) + ")";
            case 5 -> "round(" + vector(inner) + ", " + one("0.25", "5", "0.1") + ")";
            case 6 ->
                "label_replace(" + vector(inner) + ", \"" + one("host", "new") + "\", \""
                        + one("$1", "x-${1}-$2", "$$1", "") + "\", \"" + one("host", "path", "none") + "\", \""
                        + one("h(.*)", "(.*)", "(?P<n>h)(\\\\d)", "nothing") + "\")";
            case 7 -> "label_join(" + vector(inner) + ", \"" + one("host", "new") + "\", \"-\", \"host\", \"rack\")";
            case 8 -> "count_values" + grouping() + "(\"" + one("value", "host") + "\", up)";
            case 9 -> one(DATE_FUNCTIONS) + "(" + one("", "timestamp(load)", "temperature * 5e7", "-1e9 * up") + ")";
            case 10 -> "(timestamp(" + vector(inner) + ") - 1700000000)";
            default -> "vector(" + scalar(inner) + ")";
        };
    }
}
