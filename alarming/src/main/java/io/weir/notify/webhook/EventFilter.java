package io.weir.notify.webhook;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.AlarmState;
import io.weir.contract.alarm.Severity;
import io.weir.contract.rule.match.Glob;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Selects the transitions for a webhook, without comments. A severity selects an alarm from the transition to that
 * severity until the alarm is normal again. The filter remembers unselected alarms until they are
 * normal. Used by one thread.
 */
final class EventFilter {
    private final Set<Severity> severities;
    private final List<Glob> rules;
    private final List<String> subtrees;
    private final Set<String> unselected = new HashSet<>();

    /** Creates a filter; an empty list does not filter. */
    EventFilter(List<Severity> severities, List<Glob> rules, List<String> subtrees) {
        this.severities = Set.copyOf(severities);
        this.rules = List.copyOf(rules);
        this.subtrees = List.copyOf(subtrees);
    }

    /** Returns whether to send the transition. Call it for every transition, in order. */
    boolean passes(AlarmEvent event) {
        return event.comment() == null && isOfRule(event.rule()) && isBelow(event.id()) && isSevere(event);
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
            // NORMAL has no severity. After a restart it is unknown whether the alarm was sent
            // before; sending it once too often is better.
            return !unselected.remove(event.id());
        }
        boolean passes = severities.contains(event.worst()) || severities.contains(event.severity());
        if (passes) {
            unselected.remove(event.id());
        } else {
            unselected.add(event.id());
        }
        return passes;
    }
}
