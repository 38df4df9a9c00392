package io.weir.processing.merge;

import io.weir.processing.partial.PartialSum;

/** What a rule makes of a window, compiled. Stateless. */
@FunctionalInterface
interface WindowResult {

    /** Writes the lines of a window of the group for which {@code series} stands. */
    void write(byte[] series, PartialSum window, ResultLines to);
}
