package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weir.contract.rule.storage.StorageRules;
import io.weir.contract.rule.storage.StorageTier;
import io.weir.dashboard.history.History;
import io.weir.dashboard.history.History.HistorySeries;
import io.weir.dashboard.history.HistoryStore;
import io.weir.dashboard.history.HistoryStores;
import io.weir.dashboard.history.LastValue;
import io.weir.dashboard.history.Range;
import io.weir.dashboard.live.Selector;
import io.weir.writer.stores.StoreCatalog;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The dashboard's history also comes from the right tier. */
abstract class TieredHistoryContract extends TieredQueriesContract {
    @Test
    void whatIsWantedFineAndIsRecentComesFromRaw() throws Exception {
        History past = past("cpu,host=a usage", BEGIN, BEGIN + 10 * MINUTE, 600);
        assertThat(past.tier()).isEqualTo("raw");
        assertThat(values(past)).isEqualTo(means(BEGIN, BEGIN + 10 * MINUTE, SECOND));
    }

    @Test
    void whatIsWantedCoarserComesFromTheCoarsestTierThatIsFineEnough() throws Exception {
        History minutes = past("cpu,host=a usage", BEGIN, BEGIN + HOUR, 60);
        assertThat(minutes.tier()).isEqualTo("m1");
        assertThat(values(minutes)).isEqualTo(means(BEGIN, BEGIN + HOUR, MINUTE));

        History tens = past("cpu,host=a usage", BEGIN, BEGIN + 2 * HOUR, 12);
        assertThat(tens.tier()).isEqualTo("m10");
        assertThat(tens.stepMillis()).isEqualTo(10 * MINUTE);
        assertThat(values(tens)).isEqualTo(means(BEGIN, BEGIN + 2 * HOUR, 10 * MINUTE));
    }

    @Test
    void whatRawHasNoMoreComesFromTheTierThatStillHasIt() throws Exception {
        History days = past("cpu,host=a usage", NOW - 3 * DAY, NOW, 600);
        assertThat(days.tier()).isEqualTo("m1");
        assertThat(values(days)).containsValue(111.0);
        History months = past("cpu,host=a usage", NOW - 90 * DAY, NOW, 600);
        assertThat(months.tier()).isEqualTo("m10");
        assertThat(values(months)).containsValue(222.0).doesNotContainValue(111.0);
    }

    /** Windows of a series have different numbers of values. */
    @Test
    void meansOfSeveralWindowsAreThoseOfTheirValues() throws Exception {
        for (Map.Entry<Integer, String> each :
                Map.of(60, "m1", 24, "m1", 4, "m10").entrySet()) {
            int points = each.getKey();
            History ofTier = past("jobs", BEGIN, BEGIN + 2 * HOUR, points);
            assertThat(ofTier.tier()).isEqualTo(each.getValue());
            History ofRaw = history(RULES.tiers().subList(0, 1), "jobs", BEGIN, BEGIN + 2 * HOUR, points);
            Map<String, Double> expected = points(ofRaw);
            Map<String, Double> found = points(ofTier);
            assertThat(found.keySet()).isEqualTo(expected.keySet()).hasSize(points * TierQueries.SERIES);
            expected.forEach((point, mean) -> assertThat(found.get(point)).isCloseTo(mean, within(1e-9)));
        }
    }

    @Test
    void meansWithoutNumbersCountWhereNoneHasOne() throws Exception {
        long step = 5 * MINUTE;
        long from = floor(OLD, step);
        Map<Long, Double> expected = new HashMap<>();
        expected.put(from, 111.0);
        expected.put(floor(OLD + 2 * MINUTE, step), 5.0);
        History past = past("cpu,host=c usage", from, from + 2 * step, 2);
        assertThat(past.tier()).isEqualTo("m1");
        assertThat(values(past)).isEqualTo(expected);
    }

    @Test
    void fieldsAndSeriesOfATierHaveTheNamesThatTheyHaveInRaw() throws Exception {
        History past = past("cpu", BEGIN, BEGIN + HOUR, 60);
        assertThat(past.tier()).isEqualTo("m1");
        assertThat(past.series())
                .extracting(series -> series.measurement() + series.tags() + series.field())
                .containsExactlyInAnyOrder("cpu{host=a}idle", "cpu{host=a}usage", "cpu{host=b}usage");
    }

    @Test
    void theLastValueIsTheSameInEveryRange() throws Exception {
        long latest = Collections.max(raw.keySet());
        LastValue last = new LastValue(
                "cpu", Map.of("host", "a"), "usage", latest, Objects.requireNonNull(raw.get(latest)), 10 * SECOND);
        for (long span : List.of(MINUTE, HOUR, 3 * DAY)) {
            assertThat(past("cpu,host=a usage", NOW - span, NOW, 60).last()).containsExactly(last);
        }
        History later = past("cpu,host=a usage", NOW + MINUTE, NOW + 2 * MINUTE, 60);
        assertThat(later.series()).isEmpty();
        assertThat(later.last()).containsExactly(last);
        assertThat(past("cpu", NOW - HOUR, NOW, 60).last())
                .extracting(each -> each.tags() + each.field())
                .containsExactlyInAnyOrder("{host=a}idle", "{host=a}usage", "{host=b}usage");
    }

    @Test
    void textsHaveChangesAndFlagsHavePoints() throws Exception {
        History past = past("run", BEGIN, BEGIN + HOUR, 3_600);
        assertThat(past.texts()).singleElement().satisfies(series -> {
            assertThat(series.field()).isEqualTo("state");
            assertThat(series.points())
                    .containsExactly(
                            new Object[] {BEGIN, "IDLE"},
                            new Object[] {BEGIN + 20 * MINUTE, "RUNNING"},
                            new Object[] {BEGIN + 59 * MINUTE, "RUNNING"});
        });
        assertThat(past.series()).singleElement().satisfies(series -> {
            assertThat(series.field()).isEqualTo("up");
            assertThat(series.points())
                    .hasSize(60)
                    .startsWith(new Object[] {BEGIN, 1.0}, new Object[] {BEGIN + MINUTE, 0.0});
        });
    }

    @Test
    void aTierThatWasNotAppliedIsNotMissed() throws Exception {
        List<StorageTier> others = rules("""
                - {name: raw, keep: 1d}
                - {name: planned, every: 1m, keep: 30d}
                """).tiers();
        History past = history(others, "cpu,host=a usage", BEGIN, BEGIN + HOUR, 60);
        assertThat(past.tier()).isEqualTo("raw");
        assertThat(values(past)).isEqualTo(means(BEGIN, BEGIN + HOUR, MINUTE));
    }

    private History past(String selector, long from, long to, int points) throws Exception {
        return history(RULES.tiers(), selector, from, to, points);
    }

    private History history(List<StorageTier> tiers, String selector, long from, long to, int points) throws Exception {
        return read(store(tiers, url()), selector, from, to, points);
    }

    static History read(HistoryStore store, String selector, long from, long to, int points) throws Exception {
        return store.read(new Range(Selector.parse(selector), from, to, NOW, points, Set.of(), 200, true));
    }

    HistoryStore store(List<StorageTier> tiers, String url) {
        StorageRules rules = new StorageRules(tiers, List.of(), List.of(), Optional.empty());
        return new StorePlace(StoreCatalog.BUILT_IN.parse(url), token())
                .address()
                .flatMap(found -> HistoryStores.open(found, () -> rules, Set::of))
                .orElseThrow();
    }

    /** The means by series, field and time. */
    private static Map<String, Double> points(History past) {
        Map<String, Double> points = new HashMap<>();
        past.series().forEach(series -> series.points()
                .forEach(point -> points.put(series.tags() + series.field() + " " + point[0], (Double) point[1])));
        return points;
    }

    private static Map<Long, Double> values(History past) {
        assertThat(past.series()).hasSize(1);
        HistorySeries series = past.series().get(0);
        Map<Long, Double> values = new HashMap<>();
        series.points().forEach(point -> values.put((Long) point[0], (Double) point[1]));
        return values;
    }
}
