/**
 * Second stage, the lifecycle: a single task that owns every alarm. In: condition changes,
 * operators' commands, farm settings. Out: transitions to {@code alarms.events}, current states to
 * {@code alarms.state}, answers to {@code alarms.replies}. {@code LifeCycle}, {@code Alarm} and
 * {@code Commander} are the logic, {@code Dependents} its consequences for other alarms. The
 * processors and their stores depend on Kafka.
 */
@NullMarked
package io.weir.alarming.life;

import org.jspecify.annotations.NullMarked;
