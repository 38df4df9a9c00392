package io.weir.query.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.naming.Selection;
import io.weir.query.series.Allowance;
import io.weir.query.series.Deadline;
import io.weir.query.series.Matcher;
import io.weir.query.series.Matcher.Comparison;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.TierWindows;
import io.weir.query.series.ValueType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FoundTablesTest {
    private static final Duration TIME = Duration.ofMinutes(1);
    private static final TierWindows M5 = new TierWindows("m5", 300_000);

    private final List<CatalogueQuery> read = new ArrayList<>();
    private final FoundTables<String> found = new FoundTables<>((query, allowance, deadline) -> {
        read.add(query);
        return List.of("table " + read.size());
    });

    private static List<Matcher> matchers() {
        return List.of(new Matcher(Matcher.METRIC_NAME, Comparison.EQUALS, "load"));
    }

    private static String table(Catalogue<String> catalogue, long from, long to) {
        CatalogueQuery query = new CatalogueQuery(new Selection(matchers()), ValueType::isSample, from, to);
        return catalogue
                .tables(query, new Allowance(1, 1, TIME), new Deadline(TIME))
                .get(0);
    }

    /** An archive has other files at other times. */
    @Test
    void tablesOfATimeAreThoseOfItsParts() {
        List<Matcher> selector = matchers();
        assertThat(table(found.ofSamples(selector), 10, 20)).isEqualTo("table 1");
        assertThat(table(found.ofSamples(selector), 12, 20)).isEqualTo("table 1");
        assertThat(table(found.ofSamples(selector), 9, 20)).isEqualTo("table 2");
        assertThat(table(found.ofSamples(selector), 10, 21)).isEqualTo("table 3");
        assertThat(table(found.ofSamples(matchers()), 10, 21)).isEqualTo("table 4");
        assertThat(read).hasSize(4);
    }

    @Test
    void eachResultOfATierHasTablesOfItsOwn() {
        List<Matcher> selector = matchers();
        TierWindows other = new TierWindows("h1", 3_600_000);
        List<Catalogue<String>> catalogues = List.of(
                found.ofSamples(selector),
                found.ofWindows(selector, M5, RangeStatistic.MEAN),
                found.ofWindows(selector, M5, RangeStatistic.MAX),
                found.ofWindows(selector, other, RangeStatistic.MAX));
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < catalogues.size(); i++) {
                assertThat(table(catalogues.get(i), 10, 20)).isEqualTo("table " + (i + 1));
            }
        }
        assertThat(read).hasSize(catalogues.size());
    }
}
