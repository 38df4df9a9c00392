/**
 * Second stage, life cycle: a single task that owns every alarm. In: condition changes, operators'
 * commands. Out: transitions to {@code alarms.events}, the current states to {@code alarms.state}, answers to {@code
 * alarms.replies}. {@code LifeCycle}, {@code Alarm} and {@code Commander} are the logic, {@code Dependents} what follows from it for other alarms; the processors and what they keep,
 * {@code AlarmBook} and {@code Marks}, know Kafka.
 */
@NullMarked
package io.weir.alarming.life;

import org.jspecify.annotations.NullMarked;
