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
    private final Map<List<Matcher>, Found<T>> tables = new HashMap<>();

    /** The tables of a time. They are also those of each part of the time. */
    private record Found<T>(CatalogueQuery query, List<T> tables) {
        boolean has(CatalogueQuery other) {
            return query.from() <= other.from() && query.to() >= other.to();
        }
    }

    FoundTables(Catalogue<T> catalogue) {
        this.catalogue = catalogue;
    }

    /** Finds tables once for these matchers and a time. */
    Catalogue<T> of(List<Matcher> matchers) {
        return (query, allowance, deadline) -> {
            Found<T> known = tables.get(matchers);
            if (known == null || !known.has(query)) {
                known = new Found<>(query, catalogue.tables(query, allowance, deadline));
                tables.put(matchers, known);
            }
            return known.tables();
        };
    }
}
