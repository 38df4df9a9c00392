/**
 * Reads from Kafka: messages from topics of others, the state of the farm, and the brokers' time.
 *
 * <p>In: records. Out: messages and farm states for the intake, and the brokers' time for the {@link
 * io.weir.gateway.intake.stamp.ReceiveClock}. An offset is committed once everything before it is safe, so
 * each record is consumed at least once. Sends no metrics: {@code gateway.publish} does.
 */
@NullMarked
package io.weir.gateway.kafka;

import org.jspecify.annotations.NullMarked;
