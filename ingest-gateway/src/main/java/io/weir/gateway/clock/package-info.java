/**
 * Determines the time of Kafka's brokers. In: timestamps of records in {@code weir.clock}. Out: the
 * brokers' time, for the {@link io.weir.gateway.intake.ReceiveClock}.
 */
@NullMarked
package io.weir.gateway.clock;

import org.jspecify.annotations.NullMarked;
