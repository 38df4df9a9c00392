package io.weir.contract.rule.alarm;

import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.WithdrawOn;
import io.weir.contract.config.YamlSection;
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
        return section.nested("action", NONE, ActionReader::action, "action to request from the control system")
                .optional();
    }

    private static Action action(YamlSection section) {
        return new Action(
                section.text("do", "name of the action in the control system").required(),
                section.choice("on", Action.On.class, "state of the alarm whose entry requests the action")
                        .or(Action.On.RAISED),
                section.choice(
                                "severity",
                                Severity.class,
                                "least severity that requests the action; invalid is the lowest")
                        .or(Severity.MINOR),
                section.entries(
                                "arguments",
                                MessageTemplate::of,
                                "texts to send; may contain {value}, {threshold}, {severity}, {rule}, {alarm} and tags")
                        .or(Collections.emptySortedMap()),
                section.nested(
                                "at-most",
                                ActionLimit.DEFAULT,
                                ActionReader::limit,
                                "limit of actions that the rule requests; further ones are held back")
                        .or(ActionLimit.DEFAULT),
                section.flag("dry-run", "whether the action is only reported, not requested")
                        .or(false),
                section.choices(
                                "withdraw-on",
                                WithdrawOn.class,
                                "events that withdraw the action; none to never withdraw it")
                        .or(List.of(WithdrawOn.CLEARED, WithdrawOn.SUPPRESSED)),
                section.duration(
                                "confirm-within",
                                Duration.ofMillis(1),
                                "time for the control system to report the outcome; an alarm is raised after it")
                        .optional());
    }

    private static ActionLimit limit(YamlSection section) {
        return new ActionLimit(
                section.integer("n", 1, ActionLimit.MOST, "number of actions").required(),
                section.duration("within", Duration.ofMillis(1), "period in which the actions are counted")
                        .required());
    }
}
