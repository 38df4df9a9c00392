package io.weir.contract.rule.alarm;

import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.WithdrawOn;
import io.weir.contract.yaml.YamlSection;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Reads the action of an alarm rule. */
final class ActionReader {
    private static final Action NONE = new Action(
            "none",
            Action.On.RAISED,
            Severity.MINOR,
            Collections.emptySortedMap(),
            ActionLimit.DEFAULT,
            true,
            List.of(),
            Optional.empty());

    private ActionReader() {}

    static Optional<Action> read(YamlSection section) {
        return section.nested("action", NONE, ActionReader::action, "what the control system is asked to do")
                .optional();
    }

    private static Action action(YamlSection section) {
        return new Action(
                section.text("do", "what is to be done, as the control system calls it")
                        .required(),
                section.choice("on", Action.On.class, "the state that asks for it, when the alarm enters it")
                        .or(Action.On.RAISED),
                section.choice("severity", Severity.class, "how bad the alarm must be at least; invalid is the least")
                        .or(Severity.MINOR),
                section.entries(
                                "arguments",
                                MessageTemplate::of,
                                "texts with {value}, {threshold}, {severity}, {rule}, {alarm} and tags")
                        .or(Collections.emptySortedMap()),
                section.nested(
                                "at-most",
                                ActionLimit.DEFAULT,
                                ActionReader::limit,
                                "how many the rule may ask for; more are held back")
                        .or(ActionLimit.DEFAULT),
                section.flag("dry-run", "tell what would be asked for; it is not to be done")
                        .or(false),
                section.choices("withdraw-on", WithdrawOn.class, "what takes it back; none: nothing does")
                        .or(List.of(WithdrawOn.CLEARED, WithdrawOn.SUPPRESSED)),
                section.duration(
                                "confirm-within",
                                Duration.ofMillis(1),
                                "how long the control system may take to say what became of it, before that is an alarm")
                        .optional());
    }

    private static ActionLimit limit(YamlSection section) {
        return new ActionLimit(
                section.integer("n", 1, ActionLimit.MOST, "so many actions").required(),
                section.duration("within", Duration.ofMillis(1), "from the first of them to the last")
                        .required());
    }
}
