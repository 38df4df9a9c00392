package io.weir.processing.oracle;

/**
 * A rule over exponential histograms. Times are milliseconds.
 *
 * @param every the interval between the starts of windows
 * @param isLast whether the last histogram of a window counts, not the increases
 * @param hold how long a silent host keeps its last histogram
 */
public record HistogramRule(long every, boolean isLast, long hold, Where where) {
    /** The observations that the functions are about. */
    public enum Where {
        ALL(""),
        ABOVE_2_BELOW_MINUS_4_AND_0(", where: value > 2 || value < -4 || !(value < 0 || value > 0)"),
        ABOVE_2_AND_BELOW_0(", where: value > 2 || value < 0");

        private final String key;

        Where(String key) {
            this.key = key;
        }
    }

    /** The length of windows. */
    public static final long WINDOW = 1_000;
    /** The grace of windows. */
    public static final long GRACE = 500;

    /** As in a file of rules. */
    public String text() {
        return """
                version: 1
                aggregate:
                  - {name: wait, match: {measurement: wait}, by: [group], exponential: s, functions: [%s], merged: true, window: %dms, every: %dms, grace: %dms, as: merged%s%s}
                """.formatted(
                        where != Where.ALL ? "share, count" : "median, p99",
                        WINDOW,
                        every,
                        GRACE,
                        isLast ? ", of: last, hold: " + hold + "ms" : "",
                        where.key);
    }

    /** Whether a window that starts at {@code start} is closed once time has come to {@code millis}. */
    boolean isClosed(long start, long millis) {
        return start + WINDOW + GRACE <= millis;
    }

    /** The start of the last window with a value of this time. */
    long lastStart(long millis) {
        return Math.floorDiv(millis, every) * every;
    }
}
