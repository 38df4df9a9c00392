package io.weir.standalone.ruletest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.config.Refusal;
import io.weir.query.naming.PromqlNames;
import io.weir.query.naming.Selection;
import io.weir.query.series.Allowance;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesBuilder;
import io.weir.query.series.SeriesSource;
import io.weir.standalone.ruletest.TestLines.FieldValues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The values that the store of a test has, for the queries of late rules.
 *
 * @param end the time of the last value
 */
record StoredHistory(List<Stored> all, Duration end) implements SeriesSource {

    /** The values of a field. */
    private record Stored(String measurement, String field, Series series) {}

    /** The value with the index i has the time i × interval. */
    static StoredHistory of(List<FieldValues> inputs, Duration interval) {
        Map<Labels, Stored> all = new TreeMap<>();
        int longest = 1;
        for (FieldValues input : inputs) {
            Stored stored = stored(input, interval.toMillis());
            if (all.put(stored.series().labels(), stored) != null) {
                throw new Refusal(
                        "history",
                        "has the field " + input.field() + " of " + Refusal.quote(input.series()) + " twice",
                        "keep one of them");
            }
            longest = Math.max(longest, input.values().size());
        }
        return new StoredHistory(List.copyOf(all.values()), interval.multipliedBy(longest - 1L));
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    private static Stored stored(FieldValues input, long interval) {
        io.weir.contract.line.Series series =
                io.weir.contract.line.Series.parse(input.series().getBytes(UTF_8));
        SeriesBuilder samples =
                new SeriesBuilder(PromqlNames.labels(series.measurement(), input.field(), series.tags()));
        for (int i = 0; i < input.values().size(); i++) {
            Optional<String> value = input.values().get(i);
            if (value.isPresent()) {
                samples.add(i * interval, number(value.get()));
            }
        }
        return new Stored(series.measurement(), input.field(), samples.build());
    }

    private static double number(String value) {
        return switch (value.charAt(0)) {
            case 't' -> 1;
            case 'f' -> 0;
            case '"' -> throw new Refusal("history", "has the text " + value, "queries read numbers and flags");
            default -> Double.parseDouble(value.replaceAll("[iu]$", ""));
        };
    }

    @Override
    public List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance) {
        Selection selection = new Selection(matchers);
        selection.requireNoTier("the history of a test");
        List<Series> found = new ArrayList<>();
        long used = 0;
        for (Stored each : all) {
            Series series = each.series();
            if (selection.has(each.measurement(), each.field()) && selection.selects(series.labels()::get)) {
                Series part = series.between(from, to);
                used += part.stamps().length + Allowance.SAMPLES_OF_SERIES;
                allowance.check(used);
                found.add(part);
            }
        }
        return found;
    }
}
