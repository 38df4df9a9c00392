package io.weir.query.store;

import io.weir.query.series.Matcher;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.TierWindows;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tables that a query found so far. If the store cannot compute groups or ranges of a selector, the samples come from
 * the tables that were found for these. For one thread.
 *
 * @param <T> as in {@link TableSeries}
 */
final class FoundTables<T> {
    private final Catalogue<T> catalogue;
    private final Map<Key, Found<T>> tables = new HashMap<>();

    /**
     * A selector, and the samples or windows that are read for it.
     *
     * @param matchers of a selector of the query; equal ones of another selector differ
     * @param windows of a tier; empty for samples
     * @param result of these windows; empty for samples
     */
    private record Key(List<Matcher> matchers, Optional<TierWindows> windows, Optional<RangeStatistic> result) {}

    /** The tables of a time. They are also those of each part of the time. */
    private record Found<T>(CatalogueQuery query, List<T> tables) {
        boolean has(CatalogueQuery other) {
            return query.from() <= other.from() && query.to() >= other.to();
        }
    }

    FoundTables(Catalogue<T> catalogue) {
        this.catalogue = catalogue;
    }

    /** Finds tables with samples once for these matchers and a time. */
    Catalogue<T> ofSamples(List<Matcher> matchers) {
        return of(new Key(matchers, Optional.empty(), Optional.empty()));
    }

    /** The same for the windows of a tier. */
    Catalogue<T> ofWindows(List<Matcher> matchers, TierWindows windows, RangeStatistic result) {
        return of(new Key(matchers, Optional.of(windows), Optional.of(result)));
    }

    private Catalogue<T> of(Key key) {
        return (query, allowance, deadline) -> {
            Found<T> known = tables.get(key);
            if (known == null || !known.has(query)) {
                known = new Found<>(query, catalogue.tables(query, allowance, deadline));
                tables.put(key, known);
            }
            return known.tables();
        };
    }
}
