package io.weir.contract.rule.alarm;

import io.weir.contract.alarm.Severity;
import io.weir.contract.config.Durations;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.match.Tables;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads an absence rule of {@code alarms}, which has keys of its own. */
final class AbsenceReader {
    private static final String LEARNED = "learned";

    private final InventoryReader inventories;

    AbsenceReader(Tables tables) {
        this.inventories = new InventoryReader(tables);
    }

    /** Empty, after refusing keys that only absence rules have, if the rule is another one. */
    Optional<AbsenceRule> read(String name, Match match, Severity severity, Handling handling, YamlSection section) {
        Optional<Optional<Duration>> period = section.value(
                        "absent",
                        Optional.<Duration>empty(),
                        AbsenceReader::period,
                        "silence that raises the alarm: a duration, or " + LEARNED)
                .optional();
        List<String> by = section.texts("by", "tags whose values make a key").or(List.of());
        Optional<Inventory> expected = inventories.read(section, by);
        Duration forget = section.duration(
                        "forget", AbsenceRule.LEAST_PERIOD, "silence after which a key is no longer expected")
                .or(AbsenceRule.FORGET);
        if (!section.has("absent")) {
            Stream.of("by", "expected", "forget")
                    .filter(section::has)
                    .forEach(key -> section.refuse(key, "has no effect without absent", "such as absent: 30s"));
            return Optional.empty();
        }
        Stream.of(
                        "field",
                        "function",
                        "expression",
                        "peers",
                        "path",
                        "minor",
                        "major",
                        "invalid",
                        "for",
                        "clear-for",
                        "times")
                .filter(section::has)
                .forEach(key ->
                        section.refuse(key, "applies to alarms on values", "remove it, or write a separate rule"));
        Handling ownHandling = section.has("message") || by.isEmpty()
                ? handling
                : handling.withMessage(AbsenceRule.defaultMessage(by));
        return Optional.of(new AbsenceRule(
                name, match, by, period.flatMap(stated -> stated), expected, severity, forget, ownHandling));
    }

    private static Optional<Duration> period(String text) {
        if (text.equals(LEARNED)) {
            return Optional.empty();
        }
        Duration stated = Durations.parse(text);
        if (stated.compareTo(AbsenceRule.LEAST_PERIOD) < 0) {
            throw new Refusal("must be at least 2s, was " + Refusal.quote(text), "arrivals are recorded to the second");
        }
        return Optional.of(stated);
    }
}
