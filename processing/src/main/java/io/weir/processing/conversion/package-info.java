/**
 * Conversions of single values, compiled from rules: a value's bytes in, another value out. Pure: knows neither batches nor
 * Kafka.
 */
@NullMarked
package io.weir.processing.conversion;

import org.jspecify.annotations.NullMarked;
