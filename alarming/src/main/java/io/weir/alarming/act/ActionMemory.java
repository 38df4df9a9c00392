package io.weir.alarming.act;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What is remembered of actions: for each alarm the last one, for each rule when it decided some. */
interface ActionMemory {

    /** That of an alarm. */
    Optional<Standing> find(String alarm);

    /** In place of what is remembered of its alarm. */
    void put(Standing standing);

    void forget(Standing standing);

    /** That of a rule. */
    ActionWindow window(String rule);

    void put(String rule, ActionWindow window);

    /** Alarms whose {@link Standing#due} is not later, the earliest first. */
    List<String> dueAlarms(Instant now);

    /** Rules whose {@link ActionWindow#heldUntil} is not later, the earliest first. */
    List<String> dueRules(Instant now);
}
