/**
 * Alarming: one exactly-once Kafka Streams topology of two stages. In: {@code metrics.alarming}.
 * Out: {@code alarms.events} and {@code alarms.state}; between the stages
 * {@code alarms.conditions}. Decisions depend on the log alone; the clock only stamps the time of a
 * decision.
 *
 * <p>Start reading at {@link io.weir.alarming.AlarmingTopology}.
 */
@NullMarked
package io.weir.alarming;

import org.jspecify.annotations.NullMarked;
