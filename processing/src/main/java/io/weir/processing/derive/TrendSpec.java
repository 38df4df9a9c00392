package io.weir.processing.derive;

/**
 * The values that a line is fitted to, and the result derived from the line.
 *
 * @param overNanos how far back the values go
 * @param result the result of the line
 */
public record TrendSpec(long overNanos, Result result) {

    /** The result derived from the line. */
    public sealed interface Result {}

    /**
     * The slope of the line.
     *
     * @param perSeconds seconds in the time unit of the slope
     */
    public record Slope(double perSeconds) implements Result {}

    /**
     * The seconds until the line passes a limit.
     *
     * @param isAbove whether the line passes the limit upwards
     */
    public record TimeUntil(double limit, boolean isAbove) implements Result {}
}
