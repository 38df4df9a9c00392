package io.weir.query.store;

import io.weir.query.series.Allowance;
import io.weir.query.series.Deadline;
import java.util.List;

/**
 * Finds the tables of a store that an answer needs.
 *
 * @param <T> as in {@link TableSeries}
 */
interface Catalogue<T> {
    List<T> tables(CatalogueQuery query, Allowance allowance, Deadline deadline);
}
