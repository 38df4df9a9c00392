package io.weir.standalone.ruletest;

import io.weir.contract.alarm.AlarmCommand;
import io.weir.contract.alarm.AlarmJson;
import io.weir.contract.alarm.Operation;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** An operator's command in a test. */
record TestCommand(Duration at, AlarmCommand command) {

    static TestCommand read(YamlSection section) {
        Duration at = section.duration("at", Duration.ZERO, "when it is sent").required();
        Operation operation =
                section.choice("operation", Operation.class, "the operation").required();
        Optional<String> alarm = section.text("alarm", "the id of an alarm").optional();
        Optional<String> subtree =
                section.text("subtree", "a node: all alarms at or below it").optional();
        Optional<String> rule =
                section.text("rule", "a rule's name: all its alarms").optional();
        String user = section.text("user", "the operator's name").or("operator");
        Optional<String> reason = section.text("reason", "the reason").optional();
        Instant time = Instant.EPOCH.plus(at);
        Optional<Instant> expiry = section.duration("for", Duration.ofMillis(1), "how long an alarm is shelved")
                .optional()
                .map(time::plus);
        Optional<String> transition = section.text(
                        "transition", "the last transition that the operator knows, such as cpu-high/flp1#2")
                .optional();
        String id = at + " " + operation + " " + alarm + subtree + rule;
        try {
            return new TestCommand(
                    at,
                    new AlarmCommand(
                            id,
                            time,
                            user,
                            operation,
                            alarm.orElse(null),
                            subtree.orElse(null),
                            rule.orElse(null),
                            reason.orElse(null),
                            expiry.orElse(null),
                            transition.orElse(null)));
        } catch (IllegalArgumentException e) {
            throw new Refusal(String.valueOf(e.getMessage()).replace("expiry:", "for:"), "");
        }
    }

    byte[] json() {
        return AlarmJson.write(command);
    }
}
