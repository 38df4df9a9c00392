package io.weir.standalone.ruletest;

import java.util.List;

/** All requests to the control system; those of each alarm in their order. */
record ExpectedActions(Look look, List<ExpectedAction> actions) implements Expectation {

    @Override
    public List<String> differences(Tape tape) {
        return Sequences.differences(
                "no action",
                Sequences.byId(actions, ExpectedAction::alarm),
                Sequences.byId(look.actions(tape), came -> came.action().alarm()),
                ExpectedAction::isMetBy);
    }
}
