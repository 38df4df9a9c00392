package io.weir.contract.rule;

import io.weir.contract.yaml.Refusal;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Raises an alarm, per series, while a numeric field is beyond a level.
 *
 * @param path tag keys whose values make the alarm's id behind the rule's name; empty: all tags, sorted by key
 * @param minor one of both levels at least is there; where both are, on the same side, and major is further out
 * @param forAtLeast how long a level must be held before it is raised; zero or more
 * @param guidance where the operator reads what to do; may be empty
 * @param latch whether an alarm that clears unacknowledged stays until it is acknowledged
 */
public record AlarmRule(
        String name,
        Match match,
        String field,
        List<String> path,
        Optional<Level> minor,
        Optional<Level> major,
        Duration forAtLeast,
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
        if (minor.isEmpty() && major.isEmpty()) {
            throw new Refusal("has no level", "give minor, major or both, such as major: {above: 95, clear: 90}");
        }
        if (minor.isPresent() && major.isPresent()) {
            requireMajorBeyond(minor.get(), major.get());
        }
        if (forAtLeast.isNegative()) {
            throw new Refusal("for", "must not be negative", "");
        }
    }

    private static void requireMajorBeyond(Level minor, Level major) {
        if (major.direction() != minor.direction()) {
            throw new Refusal("major", "must be on the same side as minor", "write above for both or below for both");
        }
        if (!major.isBeyond(minor)) {
            throw new Refusal(
                    "major",
                    "must be beyond minor, was " + Level.plain(major.threshold()) + " with minor at "
                            + Level.plain(minor.threshold()),
                    "exchange them?");
        }
    }
}
