package io.weir.processing.history;

/**
 * What is derived from two values that follow each other.
 *
 * @param kind of result
 * @param perSeconds the seconds of the unit of time that a rate is per
 * @param wrapBits 32 or 64 for a counter that starts over behind that many bits; 0 for one that does not
 */
public record StepSpec(Kind kind, double perSeconds, int wrapBits) {

    /** What of the two values. */
    public enum Kind {
        /** How fast a counter grows. */
        RATE,
        /** By how much a counter grew. */
        INCREMENT,
        /** Later minus earlier, of any sign. */
        DIFFERENCE
    }
}
