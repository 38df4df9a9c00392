package io.weir.query.store;

import io.weir.query.series.Allowance;
import io.weir.query.series.Matcher;
import io.weir.query.series.RangeQuery;
import io.weir.query.series.RangeSource;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesRanges;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The series of a store with tables for one query. It reads the catalogue once for a selector: if the store cannot compute
 * its groups or ranges, the samples come from the tables that were found for these. For one thread.
 */
final class QuerySeries<T> implements RangeSource {
    private final RangeTables<T> store;
    /** By the matchers of a selector of the query; equal ones of another selector differ. */
    private final Map<List<Matcher>, List<T>> tables = new HashMap<>();

    QuerySeries(RangeTables<T> store) {
        this.store = store;
    }

    @Override
    public List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance) {
        return store.select(matchers, from, to, allowance, known(matchers));
    }

    @Override
    public Optional<List<SeriesRanges>> selectRanges(RangeQuery query, Allowance allowance) {
        return store.selectRanges(query, allowance, known(query.matchers()));
    }

    /** Its tables do not depend on the times of an answer. */
    private Catalogue<T> known(List<Matcher> matchers) {
        return (query, allowance, deadline) ->
                tables.computeIfAbsent(matchers, unknown -> store.permitted(query, allowance, deadline));
    }
}
