package io.weir.alarming.action;

import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.ControlAction;

/** Receives the decisions of {@link ActionDecider}. */
interface ActionOutlet {

    /** Sends an action to the control system. */
    void publish(ControlAction action);

    /** Sends a change of an alarm about actions to the lifecycle. */
    void report(ConditionChange change);

    void count(DecisionOutcome outcome);
}
