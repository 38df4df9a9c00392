package io.weir.query.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.query.eval.MemorySeries;
import io.weir.query.naming.PromqlNames;
import io.weir.query.series.Allowance;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.RangeQuery;
import io.weir.query.series.RangeSource;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.Ranges;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesGroups;
import io.weir.query.series.SeriesRanges;
import io.weir.query.series.SeriesStore;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import io.weir.query.series.WindowQuery;
import io.weir.query.series.WindowStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Names and values that the language of the store or PromQL could misread. */
@TestInstance(Lifecycle.PER_CLASS)
public abstract class StoreNames {
    /** Of all samples. */
    protected static final long TIME = 1_700_000_000_000L;

    private static final long HOUR = 3_600_000;
    private static final Ranges ONE = new Ranges(TIME, 1, 1, 60_000);
    private static final Ranges APART = new Ranges(TIME, HOUR, 2, HOUR - 1);

    protected static final Allowance PLENTY = new Allowance(10_000, 10_000, Duration.ofMinutes(1));

    protected SeriesStore store = new MemorySeries(List.of());

    private List<String> values = List.of();
    private List<String> measurements = List.of();
    private List<String> fields = List.of();
    private List<String> tags = List.of();

    /**
     * Starts a store with these rows at {@link #TIME}:
     *
     * <ul>
     *   <li>the field "value" of {@code victim} with the tag {@code host=h};
     *   <li>the field "value" of {@code hostile}: the index of each value, which is its tag {@code host};
     *   <li>each field of each measurement: 7, with all tags, whose value is {@code it's};
     *   <li>of {@code a}: {@code b_c=1.5,flag=true,text="x"}, and of {@code a_b}: {@code c=9007199254740993i}.
     * </ul>
     */
    protected abstract SeriesStore start(
            Path directory, List<String> values, List<String> measurements, List<String> fields, List<String> tags)
            throws Exception;

    protected abstract void end();

    /**
     * The rows of {@link #start} as lines without times, but not those of {@code hostile}: a line can have few of its
     * values.
     */
    protected static List<String> lines(List<String> measurements, List<String> fields, List<String> tags) {
        List<String> lines = new ArrayList<>(
                List.of("victim,host=h value=1", "a b_c=1.5,flag=true,text=\"x\"", "a_b c=9007199254740993i"));
        String allTags =
                tags.stream().sorted().map(tag -> "," + escaped(tag) + "=it's").collect(Collectors.joining());
        String allFields =
                fields.stream().distinct().map(field -> escaped(field) + "=7").collect(Collectors.joining(","));
        measurements.forEach(measurement -> lines.add(escaped(measurement) + allTags + " " + allFields));
        return lines;
    }

    /** The text as a name or the value of a tag in a line. */
    protected static String escaped(String text) {
        return text.replace(" ", "\\ ").replace(",", "\\,").replace("=", "\\=");
    }

    /** Whether the store computes more than one range at a time, and groups of series. */
    protected boolean computesSeveralRanges() {
        return true;
    }

    /** Further values that this store can have. */
    protected List<String> ownValues() {
        return List.of();
    }

    /** Further names of measurements and fields that this store can have. */
    protected List<String> ownNames() {
        return List.of();
    }

    /** Further names of tags that this store can have. */
    protected List<String> ownTags() {
        return List.of();
    }

    @BeforeAll
    void fill(@TempDir Path directory) throws Exception {
        values = joined(DifficultWords.VALUES, ownValues());
        measurements = joined(DifficultWords.MEASUREMENTS, ownNames());
        fields = joined(DifficultWords.FIELDS, ownNames());
        tags = joined(DifficultWords.TAGS, ownTags());
        store = start(directory, values, measurements, fields, tags);
    }

    @AfterAll
    void stop() {
        end();
    }

    private static List<String> joined(List<String> some, List<String> others) {
        List<String> all = new ArrayList<>(some);
        all.addAll(others);
        return all;
    }

    protected static Matcher equal(String label, String value) {
        return new Matcher(label, Comparison.EQUALS, value);
    }

    protected final List<Series> select(Matcher... matchers) {
        return store.select(List.of(matchers), TIME - 1, TIME + 1, PLENTY);
    }

    @Test
    void valuesAreData() {
        for (int i = 0; i < values.size(); i++) {
            Matcher host = equal("host", values.get(i));
            List<Series> found = select(equal(Matcher.METRIC_NAME, "hostile"), host);
            assertThat(found).as("host %s", host).hasSize(1);
            assertThat(found.get(0).labels().get("host")).isEqualTo(values.get(i));
            assertThat(found.get(0).values()).containsExactly(i);
            assertThat(store.list(List.of(equal(PromqlNames.MEASUREMENT, "hostile"), host), TIME, TIME, PLENTY))
                    .containsExactly(found.get(0).labels());
            assertThat(select(equal(Matcher.METRIC_NAME, "hostile"), equal("host", values.get(i) + "'")))
                    .as("host %s'", host)
                    .hasSize(values.contains(values.get(i) + "'") ? 1 : 0);
        }
        for (String value : List.of("a\u0000b", "\u0000", "'\u0000'", "\ud800", "x".repeat(100_000))) {
            assertThat(select(equal(Matcher.METRIC_NAME, "hostile"), equal("host", value)))
                    .isEmpty();
        }
        assertThat(select(equal(Matcher.METRIC_NAME, "victim"))).hasSize(1);
    }

    @Test
    void labelsAndNamesThatNobodyHasSelectNothing() {
        for (String text : values) {
            assertThat(select(equal(Matcher.METRIC_NAME, text))).isEmpty();
            assertThat(select(equal(PromqlNames.MEASUREMENT, text))).isEmpty();
            assertThat(select(equal(PromqlNames.FIELD, text))).isEmpty();
            assertThat(select(equal(Matcher.METRIC_NAME, "hostile"), equal(text, "x")))
                    .isEmpty();
        }
        assertThat(select(equal(Matcher.METRIC_NAME, "victim"))).hasSize(1);
    }

    /** Any reader can send them. Each underscore may be the end of a measurement. */
    @Test
    void longNamesSelectNothing() {
        for (String name :
                List.of("victim_".repeat(190), "_".repeat(1 << 16), PromqlNames.metric(".".repeat(1 << 14)))) {
            assertThat(select(equal(Matcher.METRIC_NAME, name))).isEmpty();
        }
        assertThat(select(equal(Matcher.METRIC_NAME, "victim"))).hasSize(1);
    }

    @Test
    void everyNameIsFoundByItsPromqlName() {
        List<Labels> all = new ArrayList<>();
        measurements.forEach(
                measurement -> all.add(found(measurement, fields.get(0)).labels()));
        fields.forEach(field -> all.add(found(measurements.get(0), field).labels()));
        assertThat(all.remove(measurements.size()))
                .as("the first field of the first measurement")
                .isEqualTo(all.get(0));
        assertThat(all).doesNotHaveDuplicates();
        assertThat(store.list(List.of(), TIME, TIME, PLENTY)).containsAll(all);
        Matcher name = equal(Matcher.METRIC_NAME, all.get(0).get(Matcher.METRIC_NAME));
        for (String tag : tags) {
            assertThat(select(name, equal(PromqlNames.label(tag), "it's")))
                    .as(tag)
                    .hasSize(1);
            assertThat(select(name, equal(PromqlNames.label(tag), "its")))
                    .as(tag)
                    .isEmpty();
        }
    }

    /** The series of the field, which is selected in both ways. */
    private Series found(String measurement, String field) {
        Matcher name = equal(Matcher.METRIC_NAME, PromqlNames.metric(measurement, field));
        List<Series> found = select(name);
        assertThat(found).as("%s", name).hasSize(1);
        assertThat(select(equal(PromqlNames.MEASUREMENT, measurement), equal(PromqlNames.FIELD, field)))
                .as("%s of %s", field, measurement)
                .extracting(Series::labels)
                .containsExactly(found.get(0).labels());
        for (String tag : tags) {
            assertThat(found.get(0).labels().get(PromqlNames.label(tag)))
                    .as("%s of %s", tag, measurement)
                    .isEqualTo("it's");
        }
        return found.get(0);
    }

    /** They are read by statements of their own. */
    @Test
    void windowsAndLastValuesHaveTheNamesOfTheStore() {
        WindowStore windows = (WindowStore) store;
        Map<String, String> own = tags.stream().collect(Collectors.toMap(tag -> tag, tag -> "it's"));
        for (String measurement : measurements) {
            List<String> found = new ArrayList<>();
            List<String> last = new ArrayList<>();
            WindowQuery query = windowQuery(List.of(
                    equal(PromqlNames.MEASUREMENT, measurement),
                    new Matcher(PromqlNames.label(tags.get(0)), Comparison.MATCHES, "i.+")));
            assertThat(windows.readWindows(query, 1_000, PLENTY.time(), new ValueSink() {
                        @Override
                        public void row(String of, Map<String, String> withTags, long nanos) {
                            assertThat(of).isEqualTo(measurement);
                            assertThat(withTags).isEqualTo(own);
                            assertThat(nanos).isEqualTo(TIME * NanoTimes.PER_MILLI);
                        }

                        @Override
                        public void value(String field, ValueType type, String text) {
                            found.add(field);
                            assertThat(Double.parseDouble(text)).isEqualTo(7);
                        }
                    }))
                    .isTrue();
            windows.readLast(query, PLENTY.time(), (of, withTags, field, value, millis, period) -> {
                last.add(field);
                assertThat(of).isEqualTo(measurement);
                assertThat(withTags).isEqualTo(own);
                assertThat(List.of(value, millis, period)).isEqualTo(List.of(7.0, TIME, 0L));
            });
            assertThat(found).as(measurement).containsExactlyInAnyOrderElementsOf(fields);
            assertThat(last).as(measurement).containsExactlyInAnyOrderElementsOf(fields);
        }
    }

    /** They are computed by statements of their own: for one range, for ranges apart, and for ranges with common edges. */
    @Test
    void rangesHaveTheNamesOfTheStore() {
        assumeTrue(store instanceof RangeSource, "it passes on samples only");
        for (String measurement : measurements) {
            List<Matcher> matchers = List.of(
                    equal(PromqlNames.MEASUREMENT, measurement),
                    new Matcher(PromqlNames.label(tags.get(0)), Comparison.MATCHES, "i.+"));
            List<Labels> labels = store.list(matchers, TIME, TIME, PLENTY);
            assertThat(labels).hasSize(fields.size());
            for (Ranges ranges : List.of(ONE, APART, new Ranges(TIME, HOUR, 2, HOUR))) {
                if (ranges.count() == 1 || computesSeveralRanges()) {
                    checkRanges(new RangeQuery(matchers, ranges, RangeStatistic.MEAN), labels);
                }
            }
        }
    }

    /** Their statement has the names in a part of its own. */
    @Test
    void groupsHaveTheNamesOfTheStore() {
        assumeTrue(store instanceof RangeSource && computesSeveralRanges(), "it does not aggregate over series");
        measurements.forEach(measurement -> checkGroups(measurement, fields.get(0)));
        fields.forEach(field -> checkGroups(measurements.get(0), field));
    }

    private void checkGroups(String measurement, String field) {
        SeriesGroups groups = new SeriesGroups(RangeStatistic.MEAN, List.of(PromqlNames.label(tags.get(1))), true);
        List<Matcher> matchers = List.of(
                equal(PromqlNames.MEASUREMENT, measurement),
                equal(PromqlNames.FIELD, field),
                new Matcher(PromqlNames.label(tags.get(2)), Comparison.MATCHES, "i.+"));
        Labels labels = found(measurement, field).labels().without(groups.labels());
        for (Ranges ranges : List.of(ONE, APART)) {
            checkRanges(new RangeQuery(matchers, ranges, RangeStatistic.MEAN, Optional.of(groups)), List.of(labels));
        }
    }

    private void checkRanges(RangeQuery query, List<Labels> labels) {
        assertThat(((RangeSource) store).selectRanges(query, PLENTY))
                .as("%s", query)
                .hasValueSatisfying(all -> assertThat(all)
                        .allMatch(each -> each.of(0) == 7)
                        .extracting(SeriesRanges::labels)
                        .containsExactlyElementsOf(labels));
    }

    protected static WindowQuery windowQuery(List<Matcher> matchers) {
        return new WindowQuery(matchers, TIME - 1, TIME + 1, WindowQuery.ALL_TYPES, 1_000, 1_000);
    }

    @Test
    void timesThatTheStoreDoesNotHaveAreEmpty() {
        Matcher name = equal(Matcher.METRIC_NAME, "victim");
        for (long far = 10_000_000_000_000L; far <= 10_000_000_000_000_000L; far *= 3) {
            assertThat(store.select(List.of(name), -far, -1, PLENTY))
                    .as("%s", far)
                    .isEmpty();
            assertThat(store.select(List.of(name), far, far, PLENTY))
                    .as("%s", far)
                    .isEmpty();
            assertThat(store.select(List.of(name), -far, far, PLENTY))
                    .as("%s", far)
                    .hasSize(1);
            assertThat(store.select(List.of(name), TIME, far, PLENTY))
                    .as("%s", far)
                    .hasSize(1);
            assertThat(store.select(List.of(name), TIME + 1, far, PLENTY))
                    .as("%s", far)
                    .isEmpty();
        }
        assertThat(store.select(List.of(name), TIME, TIME, PLENTY)).hasSize(1);
        assertThat(store.select(List.of(name), TIME + 1, TIME + 1, PLENTY)).isEmpty();
        assertThat(store.select(List.of(name), TIME - 1, TIME - 1, PLENTY)).isEmpty();
    }

    /** Only InfluxDB and ClickHouse have tiers, which another test computes. */
    @Test
    void aTierThatDoesNotExistIsAnError() {
        assertThatThrownBy(() -> select(equal(Matcher.METRIC_NAME, "victim"), equal(PromqlNames.TIER, "none")))
                .isInstanceOf(EvaluationException.class)
                .hasMessageMatching("the store has no tiers; remove __tier__=\"none\" .*|.*policy not found: weir_none"
                        + "|the store has no database \"weir_.*_none\" .*; weir storage apply creates .*");
    }

    /** Field {@code b_c} of {@code a}, and field {@code c} of {@code a_b}. */
    @Test
    void fieldsOfOneNameNeedTheirMeasurement() {
        assertThatThrownBy(() -> select(equal(Matcher.METRIC_NAME, "a_b_c")))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining("add __measurement__=");
        Matcher name = equal(Matcher.METRIC_NAME, "a_b_c");
        assertThat(store.list(List.of(name), TIME, TIME, PLENTY))
                .singleElement()
                .hasToString("a_b_c{}");
        assertThat(store.list(List.of(), TIME, TIME, PLENTY)).isNotEmpty();
        assertThat(select(equal(Matcher.METRIC_NAME, "a_b_c"), equal(PromqlNames.MEASUREMENT, "a_b"))
                        .get(0)
                        .values())
                .containsExactly(9.007199254740992e15);
        assertThat(select(equal(Matcher.METRIC_NAME, "a_flag")).get(0).values()).containsExactly(1);
        assertThat(select(equal(Matcher.METRIC_NAME, "a_text"))).isEmpty();
    }
}
