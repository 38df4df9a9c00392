/**
 * State of the series in a first-stage task: the alarm rules that watch each series, and their
 * conditions. In: new series and saved state. Out: plans and conditions. May import the contract's
 * rules and state; must not import Kafka.
 */
@NullMarked
package io.weir.alarming.series;

import org.jspecify.annotations.NullMarked;
