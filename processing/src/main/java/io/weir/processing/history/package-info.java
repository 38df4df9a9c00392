/**
 * What is remembered of a field's earlier values, so that something can be derived from the next. In: a series' values of one
 * field, with their timestamps. Out: a number, or why there is none. Pure logic: may import the contract's lines and nothing of
 * Kafka.
 */
@NullMarked
package io.weir.processing.history;

import org.jspecify.annotations.NullMarked;
