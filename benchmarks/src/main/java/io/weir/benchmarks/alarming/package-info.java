/**
 * Alarming: what one stream thread judges, how long an alarm takes from the datagram, and what an avalanche of alarms does. Out:
 * tables. May import all of Weir.
 */
@NullMarked
package io.weir.benchmarks.alarming;

import org.jspecify.annotations.NullMarked;
