package io.weir.contract.rule;

import io.weir.contract.yaml.Durations;
import io.weir.contract.yaml.Refusal;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;

/**
 * Computes functions of numeric fields over tumbling windows of the metrics' own time, per series.
 *
 * @param fields names of numeric fields, at least one
 * @param functions at least one
 * @param window length, aligned to the epoch; whole milliseconds, above zero
 * @param grace how long after its end a window waits for late metrics; zero or more
 * @param as the output's measurement, in which {@code <measurement>} and {@code <window>} stand for the input's name and
 *     the window's length
 * @param keepRaw whether the raw values are stored as well
 */
public record AggregateRule(
        String name,
        Match match,
        List<String> fields,
        List<AggregateFunction> functions,
        Duration window,
        Duration grace,
        String as,
        boolean keepRaw) {
    public static final Duration DEFAULT_GRACE = Duration.ofSeconds(2);
    public static final String DEFAULT_AS = "<measurement>_<window>";

    public AggregateRule {
        Spelling.requireName("name", name);
        fields = distinct("fields", fields);
        fields.forEach(field -> Spelling.require("fields", "field", field));
        functions = distinct("functions", functions);
        if (window.toMillis() <= 0) {
            throw new Refusal("window", "must be at least 1ms, was " + Durations.format(window), "");
        }
        if (grace.isNegative()) {
            throw new Refusal("grace", "must not be negative", "");
        }
        Spelling.require("as", "measurement", as);
        if (as.startsWith("#")) {
            throw new Refusal("as", "must not start with #, which begins a comment", "");
        }
        if (!match.measurement().isLiteral() && !as.contains("<measurement>")) {
            throw new Refusal(
                    "as",
                    "would merge the series of several measurements into one",
                    "such as \"<measurement>_" + Durations.format(window) + "\"");
        }
    }

    /** The measurement of what comes out for series of the given one, such as {@code cpu_1s}. */
    public String output(String measurement) {
        return as.replace("<window>", Durations.format(window)).replace("<measurement>", measurement);
    }

    private static <T> List<T> distinct(String key, List<T> items) {
        if (items.isEmpty()) {
            throw new Refusal(key, "must name at least one", "");
        }
        if (new HashSet<>(items).size() < items.size()) {
            throw new Refusal(key, "names one twice", "keep one of them");
        }
        return List.copyOf(items);
    }
}
