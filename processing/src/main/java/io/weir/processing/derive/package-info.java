/**
 * Conversion and derivation: the stages ({@link io.weir.processing.derive.Converter}, {@link
 * io.weir.processing.derive.Deriver}), their compiled rules, and the functions of a field's earlier
 * values. In: the bytes of a value, or the values of one field of a series with their timestamps. Out:
 * another value, a further field, or the reason why there is none.
 *
 * <p>Pure logic: imports neither Kafka nor another stage. {@link
 * io.weir.processing.derive.DerivableMetrics} is all that it knows of series.
 */
@NullMarked
package io.weir.processing.derive;

import org.jspecify.annotations.NullMarked;
