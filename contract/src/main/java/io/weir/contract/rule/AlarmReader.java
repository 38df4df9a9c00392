package io.weir.contract.rule;

import io.weir.contract.yaml.Refusal;
import io.weir.contract.yaml.YamlSection;
import java.time.Duration;
import java.util.List;

/** Reads rules of {@code alarms}. */
final class AlarmReader {
    private static final Level NO_LEVEL = new Level(Level.Direction.ABOVE, 0, 0);

    private final RuleNames names;

    AlarmReader(RuleNames names) {
        this.names = names;
    }

    AlarmRule read(YamlSection section) {
        section.notYet("absent", "peers", "by", "expected", "severity", "clear-for");
        var field = section.text("field", "the numeric field that is judged");
        boolean isThreshold = !section.has("absent") && !section.has("peers");
        return new AlarmRule(
                names.name(section),
                names.match(section),
                isThreshold ? field.required() : field.or(""),
                section.texts("path", "tags whose values make the alarm's id").or(List.of()),
                section.nested("minor", NO_LEVEL, AlarmReader::level, "less severe level")
                        .optional(),
                section.nested("major", NO_LEVEL, AlarmReader::level, "more severe level")
                        .optional(),
                section.duration("for", Duration.ZERO, "how long a level must be held")
                        .or(Duration.ZERO),
                section.value("message", AlarmRule.DEFAULT_MESSAGE, MessageTemplate::of, "what the operator reads")
                        .or(AlarmRule.DEFAULT_MESSAGE),
                section.text("guidance", "where the operator reads what to do").or(""),
                section.flag("latch", "an alarm that clears unacknowledged stays until somebody acknowledges it")
                        .or(false));
    }

    private static Level level(YamlSection section) {
        var above = section.number("above", "raised by values above it").optional();
        var below = section.number("below", "raised by values below it").optional();
        var clear = section.number("clear", "cleared by values back at it").optional();
        if (section.has("above") == section.has("below")) {
            throw new Refusal("must have one of above and below", "such as {above: 95, clear: 90}");
        }
        Level.Direction direction = section.has("above") ? Level.Direction.ABOVE : Level.Direction.BELOW;
        double threshold = above.or(() -> below).orElse(0.0);
        return new Level(direction, threshold, clear.orElse(threshold));
    }
}
