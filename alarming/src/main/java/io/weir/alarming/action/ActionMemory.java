package io.weir.alarming.action;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Remembers the last action of each alarm, and when each rule decided its recent actions. */
interface ActionMemory {

    /** Returns the last action of an alarm. */
    Optional<ActionState> find(String alarm);

    /** Stores an action and replaces the previous one of its alarm. */
    void put(ActionState state);

    void forget(ActionState state);

    /** Returns the recent decisions of a rule. */
    ActionWindow window(String rule);

    void put(String rule, ActionWindow window);

    /**
     * Returns the alarms whose {@link ActionState#due} is at or before {@code now}, the earliest
     * first.
     */
    List<String> dueAlarms(Instant now);

    /**
     * Returns the rules whose {@link ActionWindow#heldUntil} is at or before {@code now}, the
     * earliest first.
     */
    List<String> dueRules(Instant now);
}
