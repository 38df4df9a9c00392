package io.weir.alarming.lifecycle;

import io.weir.contract.alarm.ConditionChange;
import io.weir.contract.alarm.Severity;
import io.weir.contract.alarm.Source;
import io.weir.contract.config.Durations;
import io.weir.contract.rule.alarm.AbsenceRule;
import io.weir.contract.rule.alarm.Handling;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Builds the condition changes of absence alarms. */
final class AbsenceChanges {

    private AbsenceChanges() {}

    /** Raises the alarm: the key was silent for its period at {@code dueMillis}. */
    static ConditionChange absent(
            String id, KeyState key, AbsenceRule rule, long dueMillis, long periodMillis, @Nullable Source source) {
        String period = Durations.format(Duration.ofMillis(periodMillis));
        String message = rule.handling().message().render(name -> switch (name) {
            case "value" ->
                key.seenMillis() == KeyState.NEVER
                        ? "never"
                        : Instant.ofEpochMilli(key.seenMillis()).toString();
            case "threshold" -> period;
            case "rule" -> rule.name();
            case "severity" -> rule.severity().name();
            default -> key.tags().getOrDefault(name, "-");
        });
        return change(id, key, Optional.of(rule), periodMillis / 1e3, message, dueMillis, source);
    }

    /** Clears the alarm: the key sends again. */
    static ConditionChange present(String id, KeyState key, Optional<AbsenceRule> rule, @Nullable Source source) {
        String name = String.join("/", key.tags().values());
        String message = key.rule() + ": " + (name.isEmpty() ? "data arrives again" : name + " sends again");
        return change(id, key, rule, null, message, key.seenMillis(), source);
    }

    /** Clears the alarm: the key is no longer expected. */
    static ConditionChange gone(String id, KeyState key, long nowMillis, @Nullable Source source) {
        String message = "cleared: rule " + key.rule() + " was removed or no longer expects this key";
        return change(id, key, Optional.empty(), null, message, nowMillis, source);
    }

    /** @param threshold the period in seconds if the key is absent; otherwise null */
    private static ConditionChange change(
            String id,
            KeyState key,
            Optional<AbsenceRule> rule,
            @Nullable Double threshold,
            String message,
            long millis,
            @Nullable Source source) {
        Handling handling = rule.map(AbsenceRule::handling).orElse(Handling.DEFAULT);
        return new ConditionChange(
                id,
                key.rule(),
                key.ruleVersion(),
                id,
                threshold == null
                        ? Severity.OK
                        : rule.map(AbsenceRule::severity).orElse(Severity.OK),
                null,
                threshold,
                message,
                handling.guidance(),
                key.tags(),
                Instant.ofEpochMilli(millis),
                handling.latch(),
                source,
                null);
    }
}
