package io.weir.alarming.condition;

import io.weir.contract.alarm.Severity;

/** Receives changes of a condition's severity. */
@FunctionalInterface
public interface ConditionListener {

    /**
     * The severity of the condition changed.
     *
     * @param value the metric's value at that time; valid during the call
     * @param limit the threshold of the raised level or, for OK, the clear value that was reached;
     *     NaN if the level has neither
     * @param eventNanos time of the change by the series' own clock; nanoseconds since the epoch
     */
    void changed(Severity severity, Reading value, double limit, long eventNanos);
}
