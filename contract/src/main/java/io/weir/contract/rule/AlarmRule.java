package io.weir.contract.rule;

import io.weir.contract.yaml.Refusal;
import java.util.HashSet;
import java.util.List;

/**
 * Raises an alarm, per series, while a field is beyond a level.
 *
 * @param path tag keys whose values make the alarm's id behind the rule's name; empty: all tags, sorted by key
 * @param guidance where the operator reads what to do; may be empty
 * @param latch whether an alarm that clears unacknowledged stays until it is acknowledged
 */
public record AlarmRule(
        String name,
        Match match,
        String field,
        List<String> path,
        Levels levels,
        MessageTemplate message,
        String guidance,
        boolean latch) {
    public static final MessageTemplate DEFAULT_MESSAGE = MessageTemplate.of("{rule}: {field} is {value}");

    public AlarmRule {
        Spelling.requireName("name", name);
        Spelling.require("field", "field", field);
        path = List.copyOf(path);
        path.forEach(key -> Spelling.require("path", "tag key", key));
        if (new HashSet<>(path).size() < path.size()) {
            throw new Refusal("path", "names a tag twice", "keep one of them");
        }
    }
}
