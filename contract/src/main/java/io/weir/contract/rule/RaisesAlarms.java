package io.weir.contract.rule;

/** A rule of {@code alarms}. */
public sealed interface RaisesAlarms permits AlarmRule {

    /** What ids of its alarms begin with. */
    String name();

    /** What is made of its alarms. */
    Handling handling();
}
