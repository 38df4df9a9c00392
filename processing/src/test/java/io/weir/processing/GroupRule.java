package io.weir.processing;

import io.weir.contract.rule.aggregate.Repeats;
import io.weir.contract.rule.aggregate.SeriesValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A rule of {@link GroupOracle} over one field; without {@code of}, each function has its own.
 *
 * @param holdMillis negative: the default, which is one window
 */
record GroupRule(
        String field, Over over, String of, long holdMillis, long windowMillis, long everyMillis, Repeats repeats) {

    private static final double THRESHOLD = 500;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Into how many intervals overlapping windows are divided. */
    private static final int[] INTERVALS = {2, 4, 5, 8, 10};

    /** The kind of values that the functions of a rule take. */
    enum Over {
        NUMBERS,
        /**
         * Numbers that are results. Many have the same timestamp, so none of them is the first. A counter
         * with an error of rounding looks like one that was reset.
         */
        RESULTS,
        CONDITION,
        DIFFERENT_VALUES;

        List<String> of() {
            return switch (this) {
                case NUMBERS ->
                    Arrays.stream(SeriesValue.values())
                            .map(SeriesValue::spelling)
                            .toList();
                case RESULTS ->
                    NUMBERS.of().stream()
                            .filter(of -> !List.of("rate", "increase").contains(of))
                            .toList();
                case CONDITION -> List.of("last", "first", "min", "max", "samples");
                case DIFFERENT_VALUES -> List.of("last", "first", "samples");
            };
        }

        List<String> functions() {
            return switch (this) {
                case NUMBERS ->
                    Stream.concat(Stream.of("first", "last"), RESULTS.functions().stream())
                            .toList();
                case RESULTS ->
                    List.of("sum", "count", "mean", "min", "max", "spread", "stddev", "mad", "median", "p25", "p99");
                case CONDITION -> List.of("share", "count");
                case DIFFERENT_VALUES -> List.of("distinct");
            };
        }
    }

    /** A rule that is permitted. Under every third one, windows overlap. */
    static GroupRule any(Random random, Over over, String field, long windowMillis) {
        String of = random.nextInt(3) == 0
                ? ""
                : over.of().get(random.nextInt(over.of().size()));
        // Without any held value, hold is refused.
        boolean mayHold = of.isEmpty() ? over != Over.DIFFERENT_VALUES : isHeld(of);
        long hold = mayHold && random.nextBoolean() ? random.nextInt(4 * (int) windowMillis) : -1;
        long every = windowMillis / (random.nextInt(3) == 0 ? INTERVALS[random.nextInt(INTERVALS.length)] : 1);
        // Without points, steps and the order of equal stamps are not exact.
        boolean mayCount =
                List.of("mean", "min", "max", "sum", "count", "samples").contains(of);
        Repeats repeats = mayCount && random.nextBoolean() ? Repeats.COUNT : Repeats.REPLACE;
        return new GroupRule(field, over, of, hold, windowMillis, every, repeats);
    }

    /** Its keys in a rule file, apart from its name, its input, its groups and its grace. */
    String keys() {
        return "fields: [%s], distinct: [user], functions: %s, window: %dms, repeats: %s%s%s%s%s"
                .formatted(
                        field,
                        functions(),
                        windowMillis,
                        repeats.name().toLowerCase(Locale.ROOT),
                        everyMillis == windowMillis ? "" : ", every: " + everyMillis + "ms",
                        over == Over.CONDITION ? ", where: value > " + THRESHOLD : "",
                        of.isEmpty() ? "" : ", of: " + of,
                        holdMillis < 0 ? "" : ", hold: " + holdMillis + "ms");
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
            case "min", "max", "first", "last" -> function;
            case "sum", "mean", "spread" -> "mean";
            default -> "samples";
        };
    }

    /** The value that a window has of a value. */
    double read(double value) {
        return over != Over.CONDITION ? value : value > THRESHOLD ? 1 : 0;
    }

    /** The start of the last window with a timestamp. */
    long start(long nanos) {
        return Math.floorDiv(nanos, every()) * every();
    }

    long window() {
        return windowMillis * NANOS_PER_MILLI;
    }

    long every() {
        return everyMillis * NANOS_PER_MILLI;
    }

    long holdNanos() {
        return (holdMillis < 0 ? windowMillis : holdMillis) * NANOS_PER_MILLI;
    }

    static boolean isHeld(String of) {
        return !List.of("sum", "count", "samples", "rate", "increase", "integral")
                .contains(of);
    }
}
