/**
 * The condition of one alarm rule in one series: limits, states, hysteresis, delays and counts. In:
 * values with their times, and log time. Out: changes of severity. Pure logic: does not import
 * Kafka, reads no clock.
 */
@NullMarked
package io.weir.alarming.condition;

import org.jspecify.annotations.NullMarked;
