package io.weir.contract.rule.alarm;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads one level of an alarm rule. */
final class LevelReader {
    private static final List<String> CONDITIONS =
            List.of("above", "below", "inside", "outside", "equals", "not-equals", "stuck", "flapping");
    private static final Recurrence SELDOM = new Recurrence(2, Duration.ofSeconds(1));

    /** The number of leading conditions that have a clear value. */
    private static final int LIMITS = 4;

    private LevelReader() {}

    static Level read(YamlSection section) {
        Optional<Double> above = section.number("above", "limit; values above it raise the alarm")
                .optional();
        Optional<Double> below = section.number("below", "limit; values below it raise the alarm")
                .optional();
        Optional<List<Double>> inside = section.numbers(
                        "inside", "lower and higher end; values between them, ends included, raise the alarm")
                .optional();
        Optional<List<Double>> outside = section.numbers(
                        "outside", "lower and higher end; values that are not between them raise the alarm")
                .optional();
        Optional<List<String>> equals = words(section, "equals", "values that raise the alarm");
        Optional<List<String>> notEquals = words(section, "not-equals", "the only values that do not raise the alarm");
        Optional<Duration> stuck = section.duration(
                        "stuck", Duration.ofMillis(1), "time after which an unchanged value raises the alarm")
                .optional();
        Optional<Recurrence> flapping = section.nested(
                        "flapping", SELDOM, LevelReader::changes, "number of changes in a period that raises the alarm")
                .optional();
        Optional<List<Double>> clear = section.numbers(
                        "clear", "limit at which values clear the alarm; for inside and outside, lower and higher end")
                .optional();
        List<String> has = CONDITIONS.stream().filter(section::has).toList();
        if (has.size() != 1) {
            List<String> all = new ArrayList<>(CONDITIONS);
            String last = all.remove(all.size() - 1);
            throw new Refusal(
                    "must have one of " + String.join(", ", all) + " and " + last, "such as {above: 95, clear: 90}");
        }
        if (section.has("clear") && CONDITIONS.indexOf(has.get(0)) >= LIMITS) {
            throw new Refusal("clear", "applies to numbers only", "values that do not raise this level clear it");
        }
        return switch (has.get(0)) {
            case "above" -> above(above.orElse(0.0), clear);
            case "below" -> below(below.orElse(0.0), clear);
            case "inside" -> interval(Limit.Kind.INSIDE, inside, clear);
            case "outside" -> interval(Limit.Kind.OUTSIDE, outside, clear);
            case "equals" -> new States(false, equals.orElse(List.of("")));
            case "not-equals" -> new States(true, notEquals.orElse(List.of("")));
            case "stuck" -> new Stuck(stuck.orElse(Duration.ofMillis(1)));
            default -> new Flapping(flapping.orElse(SELDOM));
        };
    }

    private static Optional<List<String>> words(YamlSection section, String key, String about) {
        return section.oneOrMore(key, word -> word, words -> words, about).optional();
    }

    private static Recurrence changes(YamlSection section) {
        int changes = section.integer("changes", 2, Recurrence.MOST, "number of changes")
                .required();
        return new Recurrence(changes, Recurrence.within(section));
    }

    private static Limit above(double threshold, Optional<List<Double>> clear) {
        return Limit.above(threshold, clear.map(LevelReader::one).orElse(threshold));
    }

    private static Limit below(double threshold, Optional<List<Double>> clear) {
        return Limit.below(threshold, clear.map(LevelReader::one).orElse(threshold));
    }

    private static Limit interval(Limit.Kind kind, Optional<List<Double>> ends, Optional<List<Double>> clear) {
        List<Double> at = two(kind.key(), ends.orElse(List.of(0.0, 1.0)));
        List<Double> back = two("clear", clear.orElse(at));
        return new Limit(kind, at.get(0), at.get(1), back.get(0), back.get(1));
    }

    private static double one(List<Double> clear) {
        if (clear.size() != 1) {
            throw new Refusal("clear", "must be one number, was " + clear.size(), "such as clear: 90");
        }
        return clear.get(0);
    }

    private static List<Double> two(String key, List<Double> ends) {
        if (ends.size() != 2) {
            throw new Refusal(key, "must be a lower and a higher end", "such as " + key + ": [10, 90]");
        }
        return ends;
    }
}
