package io.weir.processing;

import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.aggregate.Repeats;
import io.weir.contract.rule.aggregate.SeriesValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A rule of {@link GroupOracleTest}; without {@code of}, each function has its own. */
record GroupRule(Over over, String of, long holdMillis, long everyMillis, Repeats repeats) {

    static final long WINDOW_MILLIS = 1_000;
    static final long GRACE_MILLIS = 500;
    static final double THRESHOLD = 500;

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** The kind of values that the functions of a rule take. */
    enum Over {
        NUMBERS,
        CONDITION,
        DIFFERENT_VALUES;

        List<String> of() {
            return switch (this) {
                case NUMBERS ->
                    Arrays.stream(SeriesValue.values())
                            .map(SeriesValue::spelling)
                            .toList();
                case CONDITION -> List.of("last", "first", "min", "max", "samples");
                case DIFFERENT_VALUES -> List.of("last", "first", "samples");
            };
        }

        List<String> functions() {
            return switch (this) {
                case NUMBERS -> List.of("sum", "count", "mean", "min", "max", "spread", "stddev", "mad");
                case CONDITION -> List.of("share", "count");
                case DIFFERENT_VALUES -> List.of("distinct");
            };
        }
    }

    RuleFile file() {
        return RuleLoader.parse("rules.yaml", """
                version: 1
                aggregate:
                  - {name: all, match: {measurement: cpu}, by: [detector], distinct: [user], fields: [value], functions: %s,
                     window: %dms, grace: %dms, repeats: %s%s%s%s%s}
                """.formatted(
                        functions(),
                        WINDOW_MILLIS,
                        GRACE_MILLIS,
                        repeats.name().toLowerCase(Locale.ROOT),
                        everyMillis == WINDOW_MILLIS ? "" : ", every: " + everyMillis + "ms",
                        over == Over.CONDITION ? ", where: value > " + THRESHOLD : "",
                        of.isEmpty() ? "" : ", of: " + of,
                        holdMillis < 0 ? "" : ", hold: " + holdMillis + "ms"));
    }

    List<String> functions() {
        return over.functions();
    }

    String of(String function) {
        if (!of.isEmpty()) {
            return of;
        }
        return switch (function) {
            case "share" -> "last";
            case "count" -> over == Over.CONDITION ? "last" : "mean";
            case "min", "max" -> function;
            case "stddev", "mad", "distinct" -> "samples";
            default -> "mean";
        };
    }

    long every() {
        return everyMillis * NANOS_PER_MILLI;
    }

    long holdNanos() {
        return (holdMillis < 0 ? WINDOW_MILLIS : holdMillis) * NANOS_PER_MILLI;
    }

    static boolean isHeld(String of) {
        return !List.of("sum", "count", "samples", "rate", "increase", "integral")
                .contains(of);
    }
}
