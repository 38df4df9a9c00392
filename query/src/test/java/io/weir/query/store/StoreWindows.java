package io.weir.query.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weir.query.naming.PromqlNames;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueStore;
import io.weir.query.series.ValueType;
import io.weir.query.series.WindowQuery;
import io.weir.query.series.WindowStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The windows and last values that a real store computes are those of the values that were written. */
public abstract class StoreWindows<S extends ValueStore & WindowStore> extends StoreValues<S> {
    private static final Duration PLENTY = Duration.ofMinutes(1);
    private static final int ALL = 1_000_000;
    private static final Choice EVERYTHING = new Choice(
            List.of(new Matcher(PromqlNames.MEASUREMENT, Comparison.EQUALS, MEASUREMENTS.get(0))),
            START,
            START + MILLIS,
            List.of());

    private static WindowQuery query(Choice choice, int mostSeries, int mostRows) {
        return new WindowQuery(
                choice.matchers(), choice.from(), choice.to(), WindowQuery.ALL_TYPES, mostSeries, mostRows);
    }

    /** Whether the store computes windows of flags. */
    protected boolean hasFlags() {
        return true;
    }

    /** Whether the store answers series by series. */
    protected boolean answersBySeries() {
        return false;
    }

    private boolean isComputed(Value value) {
        return hasFlags() || !isFlag(value);
    }

    /** Whether a window has the last value of this type, and not the mean. */
    protected boolean hasLast(Value value) {
        return isText(value);
    }

    /**
     * The last value, its time and the usual interval.
     *
     * @param values of a field, by time
     * @param ofSeries the numbers and flags of all selected fields of the series, by time
     */
    protected String last(List<Value> values, List<Value> ofSeries) {
        Value last = values.get(values.size() - 1);
        long millis = millis(last);
        long period = values.size() > 1 ? (millis - millis(values.get(0))) / (values.size() - 1) : 0;
        return number(last) + " " + millis + " " + period;
    }

    @Test
    void windowsAreThoseOfTheValues() {
        Random random = new Random(SEED + 2);
        int found = 0;
        for (int i = 0; i < SELECTIONS; i++) {
            Choice choice = choice(random);
            long step = random.nextLong(1, random.nextBoolean() ? 10 : 50_000);
            Collected windows = new Collected();
            assertThat(store().readWindows(query(choice, ALL, ALL), step, PLENTY, windows))
                    .isTrue();
            Map<String, List<Value>> expected = expected(choice, step);
            assertThat(windows.values.keySet()).as("%s every %d", choice, step).isEqualTo(expected.keySet());
            expected.forEach((window, values) -> assertThat(windows.values.get(window))
                    .as("%s every %d, %s", choice, step, window)
                    .satisfies(text -> check(text, values)));
            assertThat(windows.times.values()).as("%s", choice).allSatisfy(times -> assertThat(times)
                    .isSorted());
            found += expected.size();
        }
        assertThat(found).isGreaterThan(SELECTIONS);
    }

    @Test
    void whatIsBeyondALimitIsLeftOut() {
        Collected all = new Collected();
        store().readWindows(query(EVERYTHING, ALL, ALL), 1_000, PLENTY, all);
        int most = 5;
        Collected few = new Collected();
        WindowQuery query = answersBySeries() ? query(EVERYTHING, most, ALL) : query(EVERYTHING, ALL, most);
        assertThat(store().readWindows(query, 1_000, PLENTY, few)).isFalse();
        if (answersBySeries()) {
            assertThat(all.series).hasSizeGreaterThan(most + 1);
            assertThat(few.series).hasSizeBetween(most, most + 1).isSubsetOf(all.series);
        } else {
            assertThat(few.rows).isEqualTo(all.rows.subList(all.rows.size() - most, all.rows.size()));
        }
    }

    @Test
    void lastValuesAreThoseOfTheValues() {
        Random random = new Random(SEED + 4);
        int found = 0;
        for (int i = 0; i < SELECTIONS; i++) {
            Choice choice = choice(random);
            Map<String, String> expected = new TreeMap<>();
            Map<String, List<Value>> series = choice.expected().stream()
                    .filter(each -> !isText(each) && isComputed(each))
                    .sorted(Comparator.comparingLong(Value::nanos))
                    .collect(Collectors.groupingBy(
                            each -> each.measurement() + each.tags(), TreeMap::new, Collectors.toList()));
            series.forEach((name, ofSeries) -> ofSeries.stream()
                    .collect(Collectors.groupingBy(Value::field))
                    .forEach((field, values) -> expected.put(name + field, last(values, ofSeries))));
            // A store may not look far enough back for a rare field.
            expected.values().removeIf(String::isEmpty);
            Map<String, String> last = new TreeMap<>();
            store().readLast(
                            query(choice, ALL, ALL),
                            PLENTY,
                            (measurement, tags, field, value, millis, period) ->
                                    last.put(measurement + tags + field, value + " " + millis + " " + period));
            assertThat(last).as("%s", choice).isEqualTo(expected);
            found += expected.size();
        }
        assertThat(found).isGreaterThan(SELECTIONS);
    }

    protected static long millis(Value value) {
        return value.nanos() / NanoTimes.PER_MILLI;
    }

    private static String name(Value value) {
        return value.measurement() + value.tags() + value.field();
    }

    private Map<String, List<Value>> expected(Choice choice, long step) {
        return choice.expected().stream()
                .filter(this::isComputed)
                .collect(Collectors.groupingBy(
                        each -> name(each) + " " + millis(each) / step * step, TreeMap::new, Collectors.toList()));
    }

    private void check(String found, List<Value> values) {
        if (hasLast(values.get(0))) {
            Value last =
                    values.stream().max(Comparator.comparingLong(Value::nanos)).orElseThrow();
            assertThat(found).isEqualTo(last.text().substring(last.text().indexOf(' ') + 1));
            return;
        }
        double mean = 0;
        double size = 0;
        for (Value each : values) {
            mean += number(each) / values.size();
            size = Math.max(size, Math.abs(number(each)));
        }
        assertThat(Double.parseDouble(found)).isCloseTo(mean, within(size * 1e-12));
    }

    protected static boolean isText(Value value) {
        return value.text().startsWith("text");
    }

    protected static boolean isFlag(Value value) {
        return value.text().startsWith("boolean");
    }

    protected static double number(Value value) {
        return switch (value.text()) {
            case "boolean true" -> 1;
            case "boolean false" -> 0;
            default -> Double.parseDouble(value.text().substring(value.text().indexOf(' ') + 1));
        };
    }

    /** By series and start of the window. */
    private static final class Collected implements ValueSink {
        private final Map<String, String> values = new TreeMap<>();
        private final Map<String, List<Long>> times = new TreeMap<>();
        private final List<Long> rows = new ArrayList<>();
        private final Set<String> series = new TreeSet<>();
        private String current = "";
        private long millis;

        @Override
        public void row(String measurement, Map<String, String> tags, long nanos) {
            current = measurement + tags;
            series.add(current);
            millis = nanos / NanoTimes.PER_MILLI;
            rows.add(millis);
        }

        @Override
        public void value(String field, ValueType type, String text) {
            assertThat(type).isIn(ValueType.FLOAT, ValueType.TEXT, ValueType.BOOLEAN);
            assertThat(values.put(current + field + " " + millis, text)).isNull();
            times.computeIfAbsent(current + field, key -> new ArrayList<>()).add(millis);
        }
    }
}
