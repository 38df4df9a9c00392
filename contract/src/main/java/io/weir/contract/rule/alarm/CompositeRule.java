package io.weir.contract.rule.alarm;

import io.weir.contract.alarm.Severity;
import io.weir.contract.config.Refusal;
import io.weir.contract.rule.match.Spelling;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Raises an alarm, for each group of other alarms, while enough of them are raised.
 *
 * @param of names of the rules whose alarms are members
 * @param by tag keys whose values make a group and follow the rule's name in the alarm's id; empty:
 *     all members are one group. An alarm without one of these tags is in no group
 * @param atLeast the threshold of raised members or rules
 * @param countsRules true: counts rules with a raised member; false: counts members
 * @param severity of the alarm; empty: that of the worst member
 */
public record CompositeRule(
        String name,
        List<String> of,
        List<String> by,
        int atLeast,
        boolean countsRules,
        Optional<Severity> severity,
        Handling handling)
        implements RaisesAlarms {

    /** The largest threshold. */
    public static final int MOST = 1_000_000;

    public CompositeRule {
        Spelling.requireName("name", name);
        of = List.copyOf(of);
        by = List.copyOf(by);
        if (of.isEmpty()) {
            throw new Refusal("has no members", "name the rules whose alarms are its members");
        }
        if (new HashSet<>(of).size() < of.size()) {
            throw new Refusal("names a rule twice", "keep one of them");
        }
        Spelling.requireTags("by", by);
        if (severity.isPresent() && severity.get() == Severity.OK) {
            throw new Refusal("severity", "must be worse than ok", "write minor, major or invalid");
        }
        handling.requireNoTagsBut(by);
    }

    /** The value of {@code {field}} in its message: a description of the count. */
    public String counted() {
        return (countsRules ? "rules raised of " : "raised of ") + String.join(", ", of);
    }
}
