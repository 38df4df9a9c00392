/**
 * Computed values. Conversions of single values, compiled from rules, and functions of a field's
 * earlier values. In: the bytes of a value, or the values of one field of a series with their
 * timestamps. Out: another value, a number, or the reason why there is none. Pure logic: may import
 * the contract's lines; imports neither Kafka nor the state of series.
 */
@NullMarked
package io.weir.processing.derive;

import org.jspecify.annotations.NullMarked;
