package io.weir.standalone.ruletest;

import java.util.List;

/** All transitions of all alarms; those of each alarm in their order. */
record ExpectedAlarms(OutputSelector selector, List<ExpectedTransition> transitions) implements Expectation {

    @Override
    public List<String> differences(RecordedOutput output) {
        return Sequences.differences(
                "no transition",
                Sequences.byId(transitions, ExpectedTransition::id),
                Sequences.byId(selector.alarms(output), actual -> actual.event().id()),
                ExpectedTransition::isMetBy);
    }
}
