package io.weir.alarming.condition;

import io.weir.contract.alarm.Severity;

/** Is told of changes of a condition's severity. */
@FunctionalInterface
public interface ConditionListener {

    /**
     * The condition has another severity than before.
     *
     * @param value the metric's value at that time
     * @param limit the threshold of the level raised or, for OK, the clear value reached
     * @param eventNanos when, by the series' own clock; nanoseconds since the epoch
     */
    void changed(Severity severity, double value, double limit, long eventNanos);
}
