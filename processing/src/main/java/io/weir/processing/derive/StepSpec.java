package io.weir.processing.derive;

/**
 * The result to derive from two consecutive values.
 *
 * @param kind kind of the result
 * @param perSeconds seconds in the time unit of a rate
 * @param wrapBits 32 or 64 for a counter that wraps after so many bits; 0 for one that does not
 */
public record StepSpec(Kind kind, double perSeconds, int wrapBits) {

    /** The kind of result. */
    public enum Kind {
        /** The growth rate of a counter. */
        RATE,
        /** The growth of a counter. */
        INCREMENT,
        /** The later value minus the earlier one, of any sign. */
        DIFFERENCE
    }
}
