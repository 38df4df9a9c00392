package io.weir.contract.rule.alarm;

import io.weir.contract.alarm.Severity;
import io.weir.contract.config.Refusal;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.Spelling;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Raises an alarm for each key without data for a time. A key is the values of some tags.
 *
 * @param by the tags; their values follow the rule's name in the alarm's id
 * @param period the time without data; empty: learned from the key's usual interval
 * @param expected the only keys to watch, even if no data ever arrived for them; empty: watch the
 *     keys that were seen
 * @param forget after this time without data, a key is not expected any more, unless the inventory
 *     names it
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

    /** The shortest period; the times of data are stored in seconds. */
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
                    "a key that is forgotten before it is absent never raises an alarm");
        }
        handling.requireNoTagsBut(by);
    }

    /** The operator's message if the rule has none. */
    static MessageTemplate defaultMessage(List<String> by) {
        String key = by.stream()
                .map(tag -> "{" + tag.replace("{", "").replace("}", "") + "}")
                .collect(Collectors.joining("/"));
        return MessageTemplate.of("{rule}: no data " + (key.isEmpty() ? "" : "from " + key + " ") + "for {threshold}");
    }
}
