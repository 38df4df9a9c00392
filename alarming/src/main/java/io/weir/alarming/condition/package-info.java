/**
 * The conditions of alarm rules in the series of a first-stage task: limits, states, hysteresis,
 * delays and counts. In: new series and saved state, values with their times, and log time. Out:
 * plans, and changes of severity. Pure logic: does not import Kafka, reads no clock.
 */
@NullMarked
package io.weir.alarming.condition;

import org.jspecify.annotations.NullMarked;
