/**
 * First stage of absence: which keys are heard of in a partition, and which have fallen silent there. In: sightings and log
 * time. Out: what the second stage is told when that changes, and never otherwise. May import the contract's rules, alarms
 * and state, nothing of Kafka.
 */
@NullMarked
package io.weir.alarming.absence;

import org.jspecify.annotations.NullMarked;
