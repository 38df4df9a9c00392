/**
 * What alarming tells the world: alarm events, alarm states, and their JSON. In: transitions. Out: the values of {@code
 * alarms.events}, {@code alarms.state} and the internal {@code alarms.conditions}. May import Jackson; readers of these
 * topics need nothing else of Weir.
 */
@NullMarked
package io.weir.contract.alarm;

import org.jspecify.annotations.NullMarked;
