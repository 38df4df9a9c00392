/**
 * The condition of one alarm rule in one series: levels of limits and states, hysteresis,
 * delays, counts. In: values with their times, and log
 * time. Out: changes of severity. Pure logic: imports nothing of Kafka and reads no clock.
 */
@NullMarked
package io.weir.alarming.condition;

import org.jspecify.annotations.NullMarked;
