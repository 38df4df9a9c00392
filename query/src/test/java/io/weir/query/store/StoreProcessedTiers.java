package io.weir.query.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.promql.Expression.VectorSelector;
import io.weir.query.promql.Promql;
import io.weir.query.series.Allowance;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesStore;
import io.weir.query.series.TierQuery;
import io.weir.query.series.TierWindows;
import io.weir.query.tier.ProcessedSeries;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** The tiers of processing in a store with tables. */
@TestInstance(Lifecycle.PER_CLASS)
public abstract class StoreProcessedTiers {
    /** Of all values. */
    protected static final long TIME = 1_700_000_100_000L;

    protected static final List<String> TABLES = List.of("load", "load_m5", "x_m5_y", "x_m5_y_m5");

    private static final TierWindows M5 = new TierWindows("m5", 300_000);
    private static final Allowance PLENTY = new Allowance(1_000, 1_000, Duration.ofMinutes(1));
    private static final List<String> LINES = List.of(
            "load,host=a value=1", "load_m5,host=a value_mean=2", "x_m5_y,host=a z=3", "x_m5_y_m5,host=a z_mean=4");

    /** Starts a store with these lines. */
    protected abstract void start(Path directory, String lines) throws Exception;

    protected abstract SeriesStore store();

    protected abstract void end();

    @BeforeAll
    void fill(@TempDir Path directory) throws Exception {
        StringBuilder lines = new StringBuilder();
        LINES.forEach(each -> lines.append(each).append(' ').append(TIME).append("000000\n"));
        start(directory, lines.toString());
    }

    @AfterAll
    void stop() {
        end();
    }

    protected static Optional<List<Series>> windows(SeriesStore store, String selector, long from, long to) {
        TierQuery query =
                new TierQuery(((VectorSelector) Promql.parse(selector)).matchers(), M5, RangeStatistic.MEAN, from, to);
        return ProcessedSeries.ofTables(store, List::of).selectWindows(query, PLENTY);
    }

    /** The measurement {@code x_m5_y} has the field {@code z}; {@code x} has no field {@code y_m5_z}. */
    @Test
    void endingInANameIsNotThatOfTheTier() {
        for (String selector : List.of("x_m5_y_z", "{__name__=~\"x_m5.*\"}", "{__name__=~\"x.*z\",host=\"a\"}")) {
            assertThat(windows(store(), selector, TIME, TIME + 600_000))
                    .as(selector)
                    .hasValueSatisfying(
                            found -> assertThat(found).singleElement().satisfies(each -> {
                                assertThat(each.labels()).hasToString("x_m5_y_z{host=\"a\"}");
                                assertThat(each.values()).containsExactly(4);
                            }));
        }
        assertThat(windows(store(), "x_y_m5_z", TIME, TIME + 600_000)).isEmpty();
    }

    @Test
    void severalMetricsAreReadInTheTier() {
        assertThat(windows(store(), "{__name__=~\".+\"}", TIME, TIME + 600_000))
                .hasValueSatisfying(found -> assertThat(found)
                        .extracting(each -> each.labels().toString())
                        .containsExactly("load{host=\"a\"}", "x_m5_y_z{host=\"a\"}"));
    }

    @Test
    void fieldThatTheTierHasAtOtherTimesIsNotReadFromRaw() {
        for (String selector : List.of("load", "{__name__=~\"lo.*\"}", "{__name__=~\"load|none\",host=\"b\"}")) {
            assertThat(windows(store(), selector, TIME - 86_400_000, TIME - 7_200_000))
                    .as(selector)
                    .contains(List.of());
        }
        assertThat(windows(store(), "{__name__=~\"none.*\"}", 0, TIME)).isEmpty();
    }
}
