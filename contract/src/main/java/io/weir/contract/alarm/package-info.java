/**
 * The records of alarming and their JSON: alarm events and states, operators' commands and replies,
 * the control system's actions and replies, and the state of the farm.
 *
 * <p>In: transitions, commands. Out: the values of {@code alarms.events}, {@code alarms.state},
 * {@code alarms.commands}, {@code alarms.replies}, {@code control.actions}, {@code control.replies}
 * and the internal {@code alarms.conditions}. May import Jackson, and from the topics why a gateway
 * is unreliable; readers of these topics need nothing else of Weir.
 */
@NullMarked
package io.weir.contract.alarm;

import org.jspecify.annotations.NullMarked;
