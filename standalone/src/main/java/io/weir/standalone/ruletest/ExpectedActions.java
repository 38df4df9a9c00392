package io.weir.standalone.ruletest;

import java.util.List;

/** All requests to the control system; those of each alarm in their order. */
record ExpectedActions(OutputSelector selector, List<ExpectedAction> actions) implements Expectation {

    @Override
    public List<String> differences(RecordedOutput output) {
        return Sequences.differences(
                "no action",
                Sequences.byId(actions, ExpectedAction::alarm),
                Sequences.byId(
                        selector.actions(output), actual -> actual.action().alarm()),
                ExpectedAction::isMetBy);
    }
}
