/**
 * Alarming: one Kafka Streams topology of two stages, exactly once. In: {@code metrics.alarming}. Out: {@code
 * alarms.events} and {@code alarms.state}; between the stages {@code alarms.conditions}. What it decides depends on the
 * log alone; a clock is read only to say when a decision was made.
 *
 * <p>Start reading at {@link io.weir.alarming.AlarmingTopology}.
 */
@NullMarked
package io.weir.alarming;

import org.jspecify.annotations.NullMarked;
