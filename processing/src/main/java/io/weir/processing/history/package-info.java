/**
 * Remembers a field's earlier values and derives results from the next. In: the values of one field
 * of a series, with their timestamps. Out: a number, or the reason why there is none. Pure logic:
 * may import the contract's lines, and nothing from Kafka.
 */
@NullMarked
package io.weir.processing.history;

import org.jspecify.annotations.NullMarked;
