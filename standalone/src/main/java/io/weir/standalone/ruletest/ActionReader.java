package io.weir.standalone.ruletest;

import io.weir.contract.alarm.ActionKind;
import io.weir.contract.config.YamlSection;
import java.time.Duration;
import java.util.Collections;

/** Reads one expected action. */
final class ActionReader {

    private ActionReader() {}

    static ExpectedAction read(YamlSection section) {
        return new ExpectedAction(
                section.text("alarm", "the id of the alarm that requests it").required(),
                section.choice("kind", ActionKind.class, "whether it is requested or withdrawn")
                        .or(ActionKind.DECIDED),
                section.text("do", "the name of the action").optional(),
                section.entries("arguments", text -> text, "some of its arguments")
                        .or(Collections.emptySortedMap()),
                section.flag("dry-run", "whether it is a dry run").optional(),
                section.duration("at", Duration.ZERO, "when it is written").optional());
    }
}
