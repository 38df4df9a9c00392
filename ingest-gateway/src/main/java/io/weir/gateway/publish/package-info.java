/**
 * The way to Kafka: one thread and one producer, and the spool where parcels wait while Kafka is slow or away.
 *
 * <p>In: {@link io.weir.gateway.intake.Parcel}s from the {@link io.weir.gateway.intake.HandOff}. Out: records in {@code
 * metrics.raw} and {@code metrics.rejected}, and the counts of what became of them. {@code Flow} decides which way a parcel goes, and
 * knows no Kafka; {@code KafkaOutlet}, {@code RecordWriter} and the settings are what does.
 */
@NullMarked
package io.weir.gateway.publish;

import org.jspecify.annotations.NullMarked;
