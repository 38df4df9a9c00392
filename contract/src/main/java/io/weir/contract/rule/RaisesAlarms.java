package io.weir.contract.rule;

/** A rule of {@code alarms}. */
public sealed interface RaisesAlarms permits AlarmRule, AbsenceRule, CompositeRule {

    /** The alarm that Weir raises of itself; names of rules do not begin as it does. */
    String INTAKE = "weir-intake";

    /** What ids of its alarms begin with. */
    String name();

    /** What is made of its alarms. */
    Handling handling();
}
