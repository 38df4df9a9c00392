package io.weir.standalone.ruletest;

import java.util.List;

/** All transitions of all alarms; those of each alarm in their order. */
record ExpectedAlarms(Look look, List<ExpectedTransition> transitions) implements Expectation {

    @Override
    public List<String> differences(Tape tape) {
        return Sequences.differences(
                "no transition",
                Sequences.byId(transitions, ExpectedTransition::id),
                Sequences.byId(look.alarms(tape), came -> came.event().id()),
                ExpectedTransition::isMetBy);
    }
}
