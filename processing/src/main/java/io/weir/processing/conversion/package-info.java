/**
 * Conversions of single values, compiled from rules. In: the bytes of a value. Out: another value.
 * Pure logic without batches and Kafka.
 */
@NullMarked
package io.weir.processing.conversion;

import org.jspecify.annotations.NullMarked;
