/**
 * Second stage, life cycle: a single task that owns every alarm. In: condition changes. Out: transitions to {@code
 * alarms.events}, the current states to {@code alarms.state}. {@code LifeCycle} is the logic; {@code LifeCycleProcessor}
 * alone knows Kafka.
 */
@NullMarked
package io.weir.alarming.life;

import org.jspecify.annotations.NullMarked;
