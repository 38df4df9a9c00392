package io.weir.contract.rule.alarm;

/** A rule of {@code alarms}. */
public sealed interface RaisesAlarms permits AlarmRule, AbsenceRule, CompositeRule {

    /**
     * The name of the alarm that Weir raises about itself; rule names must not begin with its
     * prefix.
     */
    String INTAKE = "weir-intake";

    /** The rule's name, with which the ids of its alarms begin. */
    String name();

    /** The handling of its alarms. */
    Handling handling();
}
