/**
 * The lifecycle of alarms: a single task that owns every alarm. In: condition changes, presence of keys,
 * times of the partitions, versions of the rules, operators' commands, farm settings. Out: transitions to
 * {@code alarms.events}, current states to {@code alarms.state}, answers to {@code alarms.replies}, meters
 * of alarm handling. {@code Lifecycle}, {@code Alarm} and {@code CommandDecider} are the logic.
 * {@code DependentAlarms} applies the consequences of a transition to other alarms.
 * {@code AbsenceDetector} decides which keys of absence rules are absent; {@code IntakeAlarms} are Weir's
 * own alarms about missing input. {@code StandingAlarms} and the contract's {@code AlarmRate} compute the
 * performance indicators of ISA 18.2 and EEMUA 191. The processors and their stores depend on Kafka.
 */
@NullMarked
package io.weir.alarming.lifecycle;

import org.jspecify.annotations.NullMarked;
