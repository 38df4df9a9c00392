/**
 * Alarming: one exactly-once Kafka Streams topology of two stages. In: {@code metrics.alarming}.
 * Out: {@code alarms.events} and {@code alarms.state}; between the stages
 * {@code alarms.conditions}. Conditions depend on the log alone. The clock stamps the time of a
 * decision, ends shelves, escalates, and limits actions.
 *
 * <p>Start reading at {@link io.weir.alarming.AlarmingTopology}.
 */
@NullMarked
package io.weir.alarming;

import org.jspecify.annotations.NullMarked;
