/**
 * The route to Kafka: one thread and one producer, and the spool where parcels wait while Kafka is
 * slow or unavailable.
 *
 * <p>In: {@link io.weir.gateway.intake.batch.Parcel}s from the
 * {@link io.weir.gateway.intake.batch.PublishQueue}. Out: records in {@code metrics.raw} and
 * {@code metrics.rejected}, and counts of their outcome. {@code Publisher} is the thread.
 * {@code PublishRouter} chooses the route of a parcel and is independent of Kafka. {@code Lane} and
 * {@code ParcelDelivery} track parcels until Kafka acknowledges them, {@code Backlog} those in the spool.
 * {@code KafkaOutlet}, {@code RecordWriter} and the settings depend on Kafka.
 */
@NullMarked
package io.weir.gateway.publish;

import org.jspecify.annotations.NullMarked;
