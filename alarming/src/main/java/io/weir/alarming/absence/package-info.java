/**
 * First stage of absence: tracks which keys send in a partition and which are silent there. In:
 * receive times of metrics, and log time. Out: a message to the second stage for each change, never
 * otherwise. May import the contract's rules, alarms and state; must not import Kafka.
 */
@NullMarked
package io.weir.alarming.absence;

import org.jspecify.annotations.NullMarked;
