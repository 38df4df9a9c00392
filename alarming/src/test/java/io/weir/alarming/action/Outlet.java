package io.weir.alarming.action;

import io.weir.contract.alarm.ActionKind;
import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.ControlAction;
import io.weir.contract.alarm.Severity;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Records the output of an {@link ActionDecider}. */
final class Outlet implements ActionOutlet {

    final List<ControlAction> actions = new ArrayList<>();
    final List<ConditionChange> reported = new ArrayList<>();
    final Map<String, Severity> alarms = new TreeMap<>();
    final Map<DecisionOutcome, Integer> counts = new EnumMap<>(DecisionOutcome.class);

    @Override
    public void publish(ControlAction action) {
        actions.add(action);
    }

    @Override
    public void report(ConditionChange change) {
        reported.add(change);
        alarms.put(change.id(), change.severity());
    }

    @Override
    public void count(DecisionOutcome outcome) {
        counts.merge(outcome, 1, Integer::sum);
    }

    boolean isRaised(String id) {
        return alarms.getOrDefault(id, Severity.OK) != Severity.OK;
    }

    /** Returns keys and kinds in their order. */
    List<String> published() {
        return actions.stream()
                .map(action -> (action.kind() == ActionKind.DECIDED ? "+" : "-") + action.key())
                .toList();
    }
}
