package io.weir.standalone.grafana;

import io.weir.standalone.grafana.Dashboard.Question;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The range of a dashboard that Grafana shows, with the parameters that its data source of the type Prometheus derives
 * from it.
 *
 * <p>The parameters are those of these files of github.com/grafana/grafana: {@code pkg/promlib/models/query.go} at
 * commit 00aaabde125f (steps, alignment, macros), {@code packages/grafana-prometheus/src/datasource.ts} at commit
 * 012d362d1934 and {@code escaping.ts} at commit 057ec1211c72 (values of variables, without the feature
 * {@code prometheusSpecialCharsInLabelValues}), {@code language_utils.ts} at commit 11bda4e2c0a5 (ranges of lists).
 *
 * @param interval the range divided by the width of the panel, rounded by Grafana, and at least the shortest of the
 *     data source; it is the step
 */
record Shown(Instant from, Instant to, Duration interval) {
    private static final Pattern SPECIAL = Pattern.compile("[$^*{}\\[\\]+?.()|]");
    /** {@code $__rate_interval} has at least this many intervals of the data source. */
    private static final int INTERVALS_OF_RATES = 4;

    private static final long MINUTE = 60;

    /** The parameters of a query over the range. */
    Map<String, String> range(String query) {
        return Map.of(
                "query",
                query,
                "start",
                aligned(from),
                "end",
                aligned(to),
                "step",
                Long.toString(interval.toSeconds()));
    }

    /** The parameters of a query for exemplars. */
    Map<String, String> exemplars(String query) {
        return Map.of("query", query, "start", aligned(from), "end", aligned(to));
    }

    /** The parameters of a query for the end of the range, which is not aligned. */
    Map<String, String> instant(String query) {
        String seconds =
                BigDecimal.valueOf(to.toEpochMilli(), 3).stripTrailingZeros().toPlainString();
        return Map.of("query", query, "time", seconds);
    }

    /** The range of a list, in whole seconds. */
    Map<String, String> list() {
        return Map.of("start", Long.toString(seconds(from)), "end", Long.toString(seconds(to)));
    }

    /** The range of a list, in whole minutes. */
    Map<String, String> listOfMinutes() {
        return Map.of(
                "start",
                Long.toString(Math.floorDiv(seconds(from), MINUTE) * MINUTE),
                "end",
                Long.toString(-Math.floorDiv(-seconds(to), MINUTE) * MINUTE));
    }

    /**
     * The query with values instead of macros and variables.
     *
     * @param variables the text that replaces each variable
     */
    String filled(Question question, PrometheusSource source, Map<String, String> variables) {
        String filled = question.query();
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            filled = filled.replace("$" + variable.getKey(), variable.getValue());
        }
        Duration shortest = source.interval();
        Duration rates = interval.plus(shortest);
        if (rates.compareTo(shortest.multipliedBy(INTERVALS_OF_RATES)) < 0) {
            rates = shortest.multipliedBy(INTERVALS_OF_RATES);
        }
        return filled.replace("$__interval", rounded(interval))
                .replace("$__range", Duration.between(from, to).toSeconds() + "s")
                .replace("$__rate_interval", ofGo(rates));
    }

    /** The text that replaces a variable with several choices. */
    static String chosen(List<String> values) {
        List<String> escaped = values.stream()
                .map(value -> SPECIAL.matcher(value).replaceAll(Matcher.quoteReplacement("\\\\") + "$0"))
                .toList();
        return escaped.size() == 1 ? escaped.get(0) : escaped.stream().collect(Collectors.joining("|", "(", ")"));
    }

    private String aligned(Instant time) {
        long step = interval.toMillis();
        return BigDecimal.valueOf(Math.floorDiv(time.toEpochMilli(), step) * step, 3)
                .stripTrailingZeros()
                .toPlainString();
    }

    private static long seconds(Instant time) {
        return -Math.floorDiv(-time.toEpochMilli(), 1_000L);
    }

    /** Such as 1h, with the largest unit only. */
    private static String rounded(Duration duration) {
        if (duration.toHours() > 0) {
            return duration.toHours() + "h";
        }
        return duration.toMinutes() > 0 ? duration.toMinutes() + "m" : duration.toSeconds() + "s";
    }

    /** Such as 1h0m10s, as Go writes durations. */
    private static String ofGo(Duration duration) {
        String seconds = duration.toSecondsPart() + "s";
        if (duration.toMinutes() == 0) {
            return seconds;
        }
        String minutes = duration.toMinutesPart() + "m" + seconds;
        return duration.toHours() == 0 ? minutes : duration.toHours() + "h" + minutes;
    }
}
