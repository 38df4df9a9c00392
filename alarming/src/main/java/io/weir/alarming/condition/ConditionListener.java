package io.weir.alarming.condition;

import io.weir.contract.alarm.Severity;

/** Is told of changes of a condition's severity. */
@FunctionalInterface
public interface ConditionListener {

    /**
     * The condition has another severity than before.
     *
     * @param value the metric's value at that time; valid during the call
     * @param limit the threshold of the level raised or, for OK, the clear value reached; not a number if the level
     *     has none
     * @param eventNanos when, by the series' own clock; nanoseconds since the epoch
     */
    void changed(Severity severity, Reading value, double limit, long eventNanos);
}
