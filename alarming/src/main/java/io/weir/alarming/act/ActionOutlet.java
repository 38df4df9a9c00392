package io.weir.alarming.act;

import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.ControlAction;

/** Where goes what {@link Actor} decides. */
interface ActionOutlet {

    /** To the control system. */
    void publish(ControlAction action);

    /** To the life cycle: an alarm about actions is raised or cleared. */
    void tell(ConditionChange change);

    void count(Fate fate);
}
