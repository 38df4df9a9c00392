package io.weir.notify.webhook;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.Glob;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which transitions a webhook is told of. Severities are those to which an alarm has come since it was last normal: so an alarm
 * is told of from there on until it is normal again. Remembers alarms that it leaves out for that, as long as they are not normal.
 * Used by one thread.
 */
final class EventFilter {
    private final Set<Severity> severities;
    private final List<Glob> rules;
    private final List<String> subtrees;
    private final Set<String> leftOut = new HashSet<>();

    /** Empty lists let everything pass. */
    EventFilter(List<Severity> severities, List<Glob> rules, List<String> subtrees) {
        this.severities = Set.copyOf(severities);
        this.rules = List.copyOf(rules);
        this.subtrees = List.copyOf(subtrees);
    }

    /** Is it to be told? To be asked of every transition, in their order. */
    boolean passes(AlarmEvent event) {
        return isOfRule(event.rule()) && isBelow(event.id()) && isSevere(event);
    }

    private boolean isOfRule(String rule) {
        return rules.isEmpty() || rules.stream().anyMatch(glob -> glob.matches(rule));
    }

    private boolean isBelow(String id) {
        return subtrees.isEmpty()
                || subtrees.stream()
                        .anyMatch(node -> id.startsWith(node)
                                && (id.length() == node.length() || id.charAt(node.length()) == '/'));
    }

    private boolean isSevere(AlarmEvent event) {
        if (severities.isEmpty()) {
            return true;
        }
        if (event.to() == AlarmState.NORMAL) {
            // Its severity is gone. After a restart it is not known whether it was told of: once too often is better.
            return !leftOut.remove(event.id());
        }
        boolean passes = severities.contains(event.worst()) || severities.contains(event.severity());
        if (passes) {
            leftOut.remove(event.id());
        } else {
            leftOut.add(event.id());
        }
        return passes;
    }
}
