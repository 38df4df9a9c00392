package io.weir.alarming.action;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.line.Decimals;
import io.weir.contract.rule.alarm.Action;
import io.weir.contract.rule.alarm.MessageTemplate;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Renders the arguments of an action from the fields of its alarm. */
final class Arguments {

    private Arguments() {}

    /**
     * Returns the first argument name without a value in the alarm; such an action must not run.
     */
    static Optional<String> missing(Action action, AlarmEvent event) {
        return action.arguments().values().stream()
                .map(MessageTemplate::placeholders)
                .flatMap(names -> names.stream().filter(name -> value(name, event) == null))
                .findFirst();
    }

    /** Renders the arguments of an action for which {@link #missing} is empty. */
    static SortedMap<String, String> of(Action action, AlarmEvent event) {
        SortedMap<String, String> rendered = new TreeMap<>();
        for (Map.Entry<String, MessageTemplate> argument : action.arguments().entrySet()) {
            rendered.put(argument.getKey(), argument.getValue().render(name -> String.valueOf(value(name, event))));
        }
        return rendered;
    }

    private static @Nullable String value(String name, AlarmEvent event) {
        return switch (name) {
            case "value" -> event.value() == null ? event.text() : plain(event.value());
            case "threshold" -> plain(event.threshold());
            case "severity" -> event.severity().name();
            case "rule" -> event.rule();
            case "alarm" -> event.id();
            default -> event.tags().get(name);
        };
    }

    private static @Nullable String plain(@Nullable Double number) {
        return number == null ? null : Decimals.plain(number);
    }
}
