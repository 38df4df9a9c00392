package io.weir.processing.history;

/**
 * Over which values a line is laid, and what is derived from it.
 *
 * @param overNanos how far back the values go
 * @param result of the line
 */
public record TrendSpec(long overNanos, Result result) {

    /** What is derived from the line. */
    public sealed interface Result {}

    /**
     * Its slope.
     *
     * @param perSeconds the seconds of the unit of time that it is per
     */
    public record Slope(double perSeconds) implements Result {}

    /**
     * The seconds until it is beyond a limit.
     *
     * @param isAbove which side is beyond
     */
    public record TimeUntil(double limit, boolean isAbove) implements Result {}
}
