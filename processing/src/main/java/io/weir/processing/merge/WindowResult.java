package io.weir.processing.merge;

import io.weir.processing.aggregate.group.PartialSum;

/** Makes the result lines of a rule from a merged window. Stateless. */
@FunctionalInterface
interface WindowResult {

    /** Writes the lines of a window of the group that {@code series} represents. */
    void write(byte[] series, PartialSum window, ResultLines to);
}
