package io.weir.query.store;

import io.weir.query.naming.Selection;
import io.weir.query.series.ValueType;
import java.util.function.Predicate;

/**
 * The part of the catalogue that an answer needs.
 *
 * @param isRead whether fields of a type are read
 * @param from first millisecond that the store can have
 * @param to last millisecond that the store can have; before {@code from} if the store can have none
 */
public record CatalogueQuery(Selection selection, Predicate<ValueType> isRead, long from, long to) {}
