package io.weir.query.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.series.Allowance;
import io.weir.query.series.Matcher;
import io.weir.query.series.RangeQuery;
import io.weir.query.series.RangeSource;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesRanges;
import io.weir.query.series.TierQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A store that records the queries that it computed. */
public final class ComputedRanges implements RangeSource {
    private final RangeSource store;
    private final List<RangeQuery> queries;

    public ComputedRanges(RangeSource store) {
        this(store, new ArrayList<>());
    }

    private ComputedRanges(RangeSource store, List<RangeQuery> queries) {
        this.store = store;
        this.queries = queries;
    }

    @Override
    public RangeSource forQuery() {
        return new ComputedRanges(store.forQuery(), queries);
    }

    /** The queries that the store computed. */
    public List<RangeQuery> queries() {
        return queries;
    }

    @Override
    public List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance) {
        return StoreComparison.sorted(store.select(matchers, from, to, allowance));
    }

    @Override
    public Optional<List<Series>> selectWindows(TierQuery query, Allowance allowance) {
        return store.selectWindows(query, allowance);
    }

    @Override
    public Optional<List<SeriesRanges>> selectRanges(RangeQuery query, Allowance allowance) {
        Optional<List<SeriesRanges>> found = store.selectRanges(query, allowance);
        found.ifPresent(series -> {
            queries.add(query);
            if (query.ranges().length() < query.ranges().step()) {
                assertThat(series)
                        .as("nothing between ranges travels")
                        .allMatch(each -> each.size() <= query.ranges().count());
            }
        });
        return found;
    }
}
