package io.weir.contract.rule.aggregate;

import java.util.List;
import java.util.Optional;

/** The output of a group rule for a window. */
public sealed interface GroupResult permits GroupFunctions, GroupFormulas, PeerScore, TopSeries {

    /** The field that counts the series that contributed to a window. */
    String SOURCES = "sources";

    /** The field that counts those of {@link #SOURCES} that were silent in the window. */
    String HELD = "held";

    /** The field that counts the values of the window. */
    String SAMPLES = "samples";

    /** The field of a revised result, which is 1. */
    String REVISION = "revision";

    /** The fields that every result of functions and formulas has. */
    List<String> COUNTS = List.of(SOURCES, HELD, SAMPLES);

    /** The names of the output fields. */
    List<String> fields();

    /** Whether each series has a result of its own, and not only the group. */
    default boolean isPerSeries() {
        return false;
    }

    /** Whether the raw values are stored as well, because the result does not replace them. */
    default boolean keepsRaw() {
        return true;
    }

    /** What becomes of late values. */
    default Late late() {
        return Late.DROP;
    }

    /** The tags whose different values are counted, over the series that contribute. */
    default List<String> distinctTags() {
        return List.of();
    }

    /** The buckets that the functions are over, if they are. */
    default Optional<Histogram> histogram() {
        return Optional.empty();
    }

    /** Identifies everything that affects the output, as a text that is stable across restarts. */
    String identity();
}
