/**
 * The way to Kafka: one thread that may wait for the broker, and one producer; the only room that knows Kafka.
 *
 * <p>In: {@link io.weir.gateway.intake.Parcel}s from the {@link io.weir.gateway.intake.HandOff}. Out: records in {@code
 * metrics.raw} and {@code metrics.rejected}, and the counts of what became of them.
 */
@NullMarked
package io.weir.gateway.publish;

import org.jspecify.annotations.NullMarked;
