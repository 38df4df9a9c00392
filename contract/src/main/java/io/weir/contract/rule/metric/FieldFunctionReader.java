package io.weir.contract.rule.metric;

import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.Direction;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads the function of a rule of {@code derive}, which has keys of its own. */
public final class FieldFunctionReader {
    private static final Duration ONE_SECOND = Duration.ofSeconds(1);
    private static final List<String> OPTIONS = List.of("per", "wraps", "over", "above", "below");

    /** The functions, as rules spell them. */
    enum Function {
        RATE,
        INCREMENT,
        DIFFERENCE,
        SINCE_CHANGE,
        TREND,
        TIME_UNTIL,
        EWMA,
        Z_SCORE,
        LAG,
        DELTA,
        CHANGE
    }

    private FieldFunctionReader() {}

    /** Empty if the rule has no function, which may be valid. */
    public static Optional<FieldFunction> read(YamlSection section) {
        Optional<Function> function = section.choice("function", Function.class, "function of the field's values")
                .optional();
        Duration per = section.duration("per", Duration.ofMillis(1), "unit of time of a rate or trend")
                .or(ONE_SECOND);
        int wraps = section.value("wraps", 0, FieldFunctionReader::bits, "bits of a counter that wraps: 32 or 64")
                .or(FieldFunction.NEVER_WRAPS, "the counter does not wrap");
        Optional<Duration> over = section.duration(
                        "over", ONE_SECOND, "period of a trend, delta or change, half-life of an average")
                .optional();
        Optional<Double> above =
                section.number("above", "limit; larger values are beyond it").optional();
        Optional<Double> below =
                section.number("below", "limit; smaller values are beyond it").optional();
        List<String> has = function.map(FieldFunctionReader::options).orElse(List.of());
        for (String option : OPTIONS) {
            if (section.has(option) && !has.contains(option)) {
                section.refuse(
                        option,
                        "is not an option of this rule",
                        has.isEmpty() ? "remove it" : "the options are " + String.join(", ", has));
            }
        }
        return function.map(each -> switch (each) {
            case RATE -> new FieldFunction.Rate(per, wraps);
            case INCREMENT -> new FieldFunction.Increment(wraps);
            case DIFFERENCE -> new FieldFunction.Difference();
            case SINCE_CHANGE -> new FieldFunction.SinceChange();
            case TREND -> new FieldFunction.Trend(required(over), per);
            case EWMA -> new FieldFunction.MovingAverage(required(over), false);
            case Z_SCORE -> new FieldFunction.MovingAverage(required(over), true);
            case LAG -> new FieldFunction.Lagged(required(over), FieldFunction.Since.LAG);
            case DELTA -> new FieldFunction.Lagged(required(over), FieldFunction.Since.DELTA);
            case CHANGE -> new FieldFunction.Lagged(required(over), FieldFunction.Since.CHANGE);
            case TIME_UNTIL -> {
                if (above.isPresent() == below.isPresent()) {
                    throw new Refusal("must have one of above and below", "such as above: 100");
                }
                yield new FieldFunction.TimeUntil(
                        required(over),
                        above.isPresent() ? Direction.ABOVE : Direction.BELOW,
                        above.or(() -> below).orElseThrow());
            }
        });
    }

    private static List<String> options(Function function) {
        return switch (function) {
            case RATE -> List.of("per", "wraps");
            case INCREMENT -> List.of("wraps");
            case DIFFERENCE, SINCE_CHANGE -> List.of();
            case EWMA, Z_SCORE, LAG, DELTA, CHANGE -> List.of("over");
            case TREND -> List.of("over", "per");
            case TIME_UNTIL -> List.of("over", "above", "below");
        };
    }

    private static Duration required(Optional<Duration> over) {
        return over.orElseThrow(() -> new Refusal("over", "is missing", "write a period, such as 10m"));
    }

    private static int bits(String text) {
        return switch (text) {
            case "32" -> 32;
            case "64" -> 64;
            default ->
                throw new Refusal(
                        "must be 32 or 64, was " + Refusal.quote(text), "remove it for a counter that does not wrap");
        };
    }
}
