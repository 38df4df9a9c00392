/**
 * What alarming tells the world, and what operators tell it: alarm events, alarm states, commands, replies, and their
 * JSON; and what it asks of the control system, and hears from it. In: transitions, commands. Out: the values of {@code
 * alarms.events}, {@code alarms.state}, {@code alarms.commands}, {@code alarms.replies}, {@code control.actions}, {@code
 * control.replies} and the internal {@code alarms.conditions}. May import Jackson, and of topics why a gateway is deaf; readers of these
 * topics need nothing else of Weir.
 */
@NullMarked
package io.weir.contract.alarm;

import org.jspecify.annotations.NullMarked;
