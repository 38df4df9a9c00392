/**
 * What a task of the first stage knows of its series: which alarm rules watch each, and the state of their conditions. In:
 * new series and saved state. Out: plans and conditions. May import the contract's rules and state, nothing of Kafka.
 */
@NullMarked
package io.weir.alarming.series;

import org.jspecify.annotations.NullMarked;
