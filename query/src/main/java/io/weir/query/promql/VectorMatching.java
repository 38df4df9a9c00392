package io.weir.query.promql;

import java.util.List;

/**
 * How a binary operator pairs the series of its two sides.
 *
 * @param on whether the labels are those to match by; else all labels but these match
 * @param include labels that the result takes from the side "one"; empty for one to one
 */
public record VectorMatching(boolean on, List<String> labels, Grouping grouping, List<String> include) {
    /** All labels match, one to one. */
    static final VectorMatching ALL = new VectorMatching(false, List.of(), Grouping.ONE_TO_ONE, List.of());

    /** Which side may have several series for each series of the other side. */
    public enum Grouping {
        ONE_TO_ONE,
        LEFT,
        RIGHT
    }
}
