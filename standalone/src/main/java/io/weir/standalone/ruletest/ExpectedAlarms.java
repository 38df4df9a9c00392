package io.weir.standalone.ruletest;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** All transitions of all alarms; those of one alarm in their order. */
record ExpectedAlarms(Look look, List<ExpectedTransition> transitions) implements Expectation {

    @Override
    public List<String> differences(Tape tape) {
        List<Tape.CameAlarm> came = look.alarms(tape);
        Set<String> ids = new TreeSet<>();
        came.forEach(alarm -> ids.add(alarm.event().id()));
        transitions.forEach(transition -> ids.add(transition.id()));
        List<String> differences = new ArrayList<>();
        for (String id : ids) {
            List<ExpectedTransition> wanted = transitions.stream()
                    .filter(transition -> transition.id().equals(id))
                    .toList();
            List<Tape.CameAlarm> got =
                    came.stream().filter(alarm -> alarm.event().id().equals(id)).toList();
            if (!isMet(wanted, got)) {
                differences.add("expected " + id + ": " + show(wanted));
                differences.add("came     " + id + ": " + show(got));
            }
        }
        return differences;
    }

    private static boolean isMet(List<ExpectedTransition> wanted, List<Tape.CameAlarm> got) {
        if (wanted.size() != got.size()) {
            return false;
        }
        for (int i = 0; i < got.size(); i++) {
            if (!wanted.get(i).isMetBy(got.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static String show(List<?> transitions) {
        return transitions.isEmpty()
                ? "no transition"
                : transitions.stream().map(Object::toString).collect(Collectors.joining("; "));
    }
}
