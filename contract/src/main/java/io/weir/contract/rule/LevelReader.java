package io.weir.contract.rule;

import io.weir.contract.yaml.Refusal;
import io.weir.contract.yaml.YamlSection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads one level of an alarm rule. */
final class LevelReader {
    private static final List<String> CONDITIONS = List.of("above", "below", "inside", "outside");

    private LevelReader() {}

    static Level read(YamlSection section) {
        Optional<Double> above =
                section.number("above", "raised by values above it").optional();
        Optional<Double> below =
                section.number("below", "raised by values below it").optional();
        Optional<List<Double>> inside = section.numbers(
                        "inside", "the lower and the higher end; raised by values between them, and by themselves")
                .optional();
        Optional<List<Double>> outside = section.numbers(
                        "outside", "the lower and the higher end; raised by values that are not between them")
                .optional();
        Optional<List<Double>> clear = section.numbers(
                        "clear", "cleared by values back at it; of inside and outside, a lower and a higher end")
                .optional();
        List<String> has = CONDITIONS.stream().filter(section::has).toList();
        if (has.size() != 1) {
            List<String> all = new ArrayList<>(CONDITIONS);
            String last = all.remove(all.size() - 1);
            throw new Refusal(
                    "must have one of " + String.join(", ", all) + " and " + last, "such as {above: 95, clear: 90}");
        }
        return switch (has.get(0)) {
            case "above" -> above(above.orElse(0.0), clear);
            case "below" -> below(below.orElse(0.0), clear);
            case "inside" -> interval(Limit.Kind.INSIDE, inside, clear);
            default -> interval(Limit.Kind.OUTSIDE, outside, clear);
        };
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
