/**
 * The feedback loop: what alarms ask of the control system, in the task that owns the alarms. In: transitions, replies of the
 * control system, the task's clock. Out: actions to {@code control.actions}, and condition changes of the alarms about actions,
 * which go the ordinary way. {@code Actor} is the logic, over an {@code ActionMemory}; the processors and the {@code ActionBook}
 * know Kafka.
 */
@NullMarked
package io.weir.alarming.act;

import org.jspecify.annotations.NullMarked;
