package io.weir.standalone.cluster;

import io.weir.standalone.cluster.GroupOracle.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The expected windows of values that are different powers of two in each window. The bits of a sum
 * are then the values in it, unless a value counts more than once.
 */
final class BitOracle {
    private static final Result NOTHING = new Result(0, 0, 0, 0);

    private BitOracle() {}

    /**
     * Values of a window in one body.
     *
     * @param values their sum
     * @param receivedMillis a time at which the gateway had received them; empty if it is unknown
     */
    record Bits(Window window, long values, OptionalLong receivedMillis) {}

    /** The results of a window; zeros without a value. */
    record Result(long count, long sum, long min, long max) {
        static Result of(long values) {
            return new Result(Long.bitCount(values), values, Long.lowestOneBit(values), Long.highestOneBit(values));
        }
    }

    /**
     * The windows with a wrong result: a value that must be there is missing, a value counts twice or
     * was not sent, or count, sum, minimum and maximum are not those of the same values.
     *
     * @param mustCount whether a value must be in its window; it may be in any case
     */
    static List<String> mistakes(List<Bits> sent, Predicate<Bits> mustCount, Map<Window, Result> seen) {
        Map<Window, Long> may = new TreeMap<>();
        Map<Window, Long> must = new TreeMap<>();
        for (Bits bits : sent) {
            may.merge(bits.window(), bits.values(), Long::sum);
            must.merge(bits.window(), mustCount.test(bits) ? bits.values() : 0, Long::sum);
        }
        TreeSet<Window> windows = new TreeSet<>(may.keySet());
        windows.addAll(seen.keySet());
        List<String> mistakes = new ArrayList<>();
        for (Window window : windows) {
            Result result = seen.getOrDefault(window, NOTHING);
            long unknown = result.sum & ~may.getOrDefault(window, 0L);
            long missing = must.getOrDefault(window, 0L) & ~result.sum;
            if (unknown != 0 || missing != 0 || !result.equals(Result.of(result.sum))) {
                mistakes.add("%s: %s, missing %x, not sent %x".formatted(window, result, missing, unknown));
            }
        }
        return mistakes;
    }
}
