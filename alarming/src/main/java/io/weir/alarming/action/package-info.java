/**
 * The feedback loop: actions that alarms request from the control system. It runs in the task that
 * owns the alarms. In: transitions, replies of the control system, the task's clock. Out: actions
 * to {@code control.actions}, and condition changes of the alarms about actions to
 * {@code alarms.conditions}. {@code ActionDecider} is the logic over an {@code ActionMemory}. Only
 * the processors, the sinks and the {@code ActionBook} depend on Kafka.
 */
@NullMarked
package io.weir.alarming.action;

import org.jspecify.annotations.NullMarked;
