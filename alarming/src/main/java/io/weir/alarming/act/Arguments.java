package io.weir.alarming.act;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.line.Decimals;
import io.weir.contract.rule.Action;
import io.weir.contract.rule.MessageTemplate;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The arguments of an action, of what is known of its alarm. */
final class Arguments {

    private Arguments() {}

    /** The first name in the rule's arguments for which the alarm has nothing; so that no half of an action is done. */
    static Optional<String> missing(Action action, AlarmEvent event) {
        return action.arguments().values().stream()
                .map(MessageTemplate::placeholders)
                .flatMap(names -> names.stream().filter(name -> value(name, event) == null))
                .findFirst();
    }

    /** The arguments of an action that lacks nothing. */
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
