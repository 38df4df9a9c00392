package io.weir.contract.rule;

import io.weir.contract.alarm.Severity;
import io.weir.contract.yaml.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Raises an alarm for each key of which nothing has come for a time. A key is the values of some tags.
 *
 * @param by the tags; their values make the alarm's id behind the rule's name
 * @param period how long nothing has come; empty: it is learned from how often something comes
 * @param expected the keys that are to be there, even if nothing ever came of them, and no others; empty: those that were seen
 * @param forget a key that nothing has come of for so long is no longer expected, unless the inventory names it
 */
public record AbsenceRule(
        String name,
        Match match,
        List<String> by,
        Optional<Duration> period,
        Optional<Inventory> expected,
        Severity severity,
        Duration forget,
        Handling handling)
        implements RaisesAlarms {

    /** The shortest period: what is seen is remembered to the second. */
    public static final Duration LEAST_PERIOD = Duration.ofSeconds(2);

    static final Duration FORGET = Duration.ofDays(7);

    public AbsenceRule {
        Spelling.requireName("name", name);
        by = List.copyOf(by);
        Spelling.requireTags("by", by);
        if (by.isEmpty()) {
            throw new Refusal("by", "must name at least one tag", "such as [hostname]");
        }
        if (severity == Severity.OK) {
            throw new Refusal("severity", "must be minor, major or invalid, was ok", "");
        }
        if (period.filter(stated -> stated.compareTo(forget) >= 0).isPresent()) {
            throw new Refusal(
                    "forget",
                    "must be longer than absent",
                    "what is forgotten before it is absent never raises an alarm");
        }
        handling.requireNoTagsBut(by);
    }

    /** What the operator reads where the rule does not say. */
    static MessageTemplate defaultMessage(List<String> by) {
        String key = by.stream()
                .map(tag -> "{" + tag.replace("{", "").replace("}", "") + "}")
                .collect(Collectors.joining("/"));
        return MessageTemplate.of("{rule}: nothing of " + key + " for {threshold}");
    }
}
