package io.weir.query.questdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.eval.SampleLines;
import io.weir.query.promql.Expression.VectorSelector;
import io.weir.query.promql.Promql;
import io.weir.query.series.Allowance;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.Series;
import io.weir.query.series.TierQuery;
import io.weir.query.series.TierWindows;
import io.weir.query.store.StatementLog;
import io.weir.query.tier.ProcessedSeries;
import io.weir.writer.testing.EmbeddedQuestDb;
import java.io.IOException;
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

/** The tiers of processing in a QuestDB. */
@TestInstance(Lifecycle.PER_CLASS)
class QuestDbProcessedTierTest {
    private static final long TIME = 1_700_000_100_000L;
    private static final TierWindows M5 = new TierWindows("m5", 300_000);
    private static final Allowance PLENTY = new Allowance(1_000, 1_000, Duration.ofMinutes(1));
    private static final List<String> TABLES = List.of("load", "load_m5", "x_m5_y", "x_m5_y_m5");

    @SuppressWarnings("NullAway.Init")
    private EmbeddedQuestDb server;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        server = new EmbeddedQuestDb(directory).start();
        String time = " " + TIME + "000000\n";
        SampleLines.write(
                http() + "/write?precision=n",
                "load,host=a value=1" + time + "load_m5,host=a value_mean=2" + time + "x_m5_y,host=a z=3" + time
                        + "x_m5_y_m5,host=a z_mean=4" + time);
        for (String each : TABLES) {
            assertThat(server.rows("SELECT count() FROM " + each)
                            .path(0)
                            .path(0)
                            .asInt())
                    .isOne();
        }
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private String http() {
        return server.url().replace("questdb:", "http:");
    }

    private static Optional<List<Series>> windows(String http, String selector, long from, long to) {
        TierQuery query =
                new TierQuery(((VectorSelector) Promql.parse(selector)).matchers(), M5, RangeStatistic.MEAN, from, to);
        return ProcessedSeries.ofTables(new QuestDbSeries(http, Optional.empty()), List::of)
                .selectWindows(query, PLENTY);
    }

    /** The measurement {@code x_m5_y} has the field {@code z}; {@code x} has no field {@code y_m5_z}. */
    @Test
    void endingInANameIsNotThatOfTheTier() {
        for (String selector : List.of("x_m5_y_z", "{__name__=~\"x_m5.*\"}", "{__name__=~\"x.*z\",host=\"a\"}")) {
            assertThat(windows(http(), selector, TIME, TIME + 600_000))
                    .as(selector)
                    .hasValueSatisfying(
                            found -> assertThat(found).singleElement().satisfies(each -> {
                                assertThat(each.labels()).hasToString("x_m5_y_z{host=\"a\"}");
                                assertThat(each.values()).containsExactly(4);
                            }));
        }
        assertThat(windows(http(), "x_y_m5_z", TIME, TIME + 600_000)).isEmpty();
    }

    /** The labels of all rows of all times would take long. */
    @Test
    void catalogueShowsWhetherATierHasAField() throws IOException {
        try (StatementLog log = new StatementLog(http())) {
            for (String selector : List.of("load", "{__name__=~\"lo.*\"}", "{__name__=~\"load|none\",host=\"b\"}")) {
                assertThat(windows(log.http(), selector, 0, TIME - 600_000))
                        .as(selector)
                        .contains(List.of());
            }
            assertThat(windows(log.http(), "{__name__=~\"none.*\"}", 0, TIME)).isEmpty();
            assertThat(log.statements())
                    .anyMatch(each -> each.contains("FROM+\"load_m5\""))
                    .noneMatch(each -> each.contains("count("));
        }
    }
}
