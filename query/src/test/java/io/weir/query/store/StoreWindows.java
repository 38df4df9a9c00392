package io.weir.query.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weir.query.naming.PromqlNames;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueStore;
import io.weir.query.series.ValueType;
import io.weir.query.series.WindowStore;
import io.weir.query.series.Windows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The windows and last values that a real store computes are those of the values that were written. */
public abstract class StoreWindows<S extends ValueStore & WindowStore> extends StoreValues<S> {
    private static final Duration PLENTY = Duration.ofMinutes(1);
    private static final int ALL = 1_000_000;

    /** Whether the store computes windows of flags. */
    protected boolean hasFlags() {
        return true;
    }

    private boolean isComputed(Value value) {
        return hasFlags() || !value.text().startsWith("boolean");
    }

    @Test
    void windowsAreThoseOfTheValues() {
        Random random = new Random(SEED + 2);
        int found = 0;
        for (int i = 0; i < SELECTIONS; i++) {
            Choice choice = choice(random);
            long step = random.nextLong(1, random.nextBoolean() ? 10 : 50_000);
            Collected windows = new Collected();
            boolean isWhole = store().readWindows(
                            choice.matchers(), new Windows(choice.from(), choice.to(), step, ALL), PLENTY, windows);
            assertThat(isWhole).isTrue();
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
    void theEarliestWindowsAreLeftOut() {
        List<Matcher> matchers = List.of(new Matcher(PromqlNames.MEASUREMENT, Comparison.EQUALS, MEASUREMENTS.get(0)));
        int most = 7;
        Collected all = new Collected();
        Collected few = new Collected();
        store().readWindows(matchers, new Windows(START, START + MILLIS, 1_000, ALL), PLENTY, all);
        assertThat(all.rows).hasSizeGreaterThan(most);
        assertThat(store().readWindows(matchers, new Windows(START, START + MILLIS, 1_000, most), PLENTY, few))
                .isFalse();
        assertThat(few.rows).isEqualTo(all.rows.subList(all.rows.size() - most, all.rows.size()));
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
                    .collect(Collectors.groupingBy(StoreWindows::name, TreeMap::new, Collectors.toList()));
            series.forEach((name, values) -> expected.put(name, last(values)));
            Map<String, String> last = new TreeMap<>();
            store().readLast(
                            choice.matchers(),
                            choice.from(),
                            choice.to(),
                            PLENTY,
                            (measurement, tags, field, value, millis, period) ->
                                    last.put(measurement + tags + field, value + " " + millis + " " + period));
            assertThat(last).as("%s", choice).isEqualTo(expected);
            found += expected.size();
        }
        assertThat(found).isGreaterThan(SELECTIONS);
    }

    private static String last(List<Value> values) {
        List<Value> byTime =
                values.stream().sorted(Comparator.comparingLong(Value::nanos)).toList();
        Value last = byTime.get(byTime.size() - 1);
        long lastMillis = millis(last);
        long period = byTime.size() > 1 ? (lastMillis - millis(byTime.get(0))) / (byTime.size() - 1) : 0;
        return number(last) + " " + lastMillis + " " + period;
    }

    private static long millis(Value value) {
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

    private static void check(String found, List<Value> values) {
        if (isText(values.get(0))) {
            Value last =
                    values.stream().max(Comparator.comparingLong(Value::nanos)).orElseThrow();
            assertThat(found).isEqualTo(last.text().substring("text ".length()));
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

    private static boolean isText(Value value) {
        return value.text().startsWith("text");
    }

    private static double number(Value value) {
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
        private String series = "";
        private long millis;

        @Override
        public void row(String measurement, Map<String, String> tags, long nanos) {
            series = measurement + tags;
            millis = nanos / NanoTimes.PER_MILLI;
            rows.add(millis);
        }

        @Override
        public void value(String field, ValueType type, String text) {
            assertThat(type).isIn(ValueType.FLOAT, ValueType.TEXT);
            assertThat(values.put(series + field + " " + millis, text)).isNull();
            times.computeIfAbsent(series + field, key -> new ArrayList<>()).add(millis);
        }
    }
}
