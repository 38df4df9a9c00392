package io.weir.query.store;

import io.weir.query.series.Matcher;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The tables that a query found so far. If the store cannot compute groups or ranges of a selector, the samples come from
 * the tables that were found for these. For one thread.
 *
 * @param <T> as in {@link TableSeries}
 */
final class FoundTables<T> {
    private final Catalogue<T> catalogue;
    /** By the matchers of a selector of the query; equal ones of another selector differ. */
    private final Map<List<Matcher>, List<T>> tables = new HashMap<>();

    /** @param catalogue finds tables, which do not depend on the times of an answer */
    FoundTables(Catalogue<T> catalogue) {
        this.catalogue = catalogue;
    }

    /** Finds tables once for these matchers. */
    Catalogue<T> of(List<Matcher> matchers) {
        return (query, allowance, deadline) ->
                tables.computeIfAbsent(matchers, unknown -> catalogue.tables(query, allowance, deadline));
    }
}
