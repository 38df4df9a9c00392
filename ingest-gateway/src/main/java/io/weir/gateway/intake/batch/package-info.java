/**
 * Numbered batches of lines, and the queue in which they wait to be published. In: lines of one
 * partition and source. Out: {@link io.weir.gateway.intake.batch.Parcel}s with the name of their batch,
 * for {@code io.weir.gateway.publish}; a {@link io.weir.gateway.intake.batch.Receipt} reports to the
 * input when they are safe. From 70 % fullness on, {@link io.weir.gateway.intake.batch.Pressure} drops
 * classes of measurements. Knows no line protocol.
 */
@NullMarked
package io.weir.gateway.intake.batch;

import org.jspecify.annotations.NullMarked;
