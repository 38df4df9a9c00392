package io.weir.standalone.send;

/**
 * The shape of generated lines.
 *
 * @param measurement a name that needs no escaping
 * @param series the number of different series
 * @param badPercent the probability of a bad line, in percent
 * @param seed the same seed gives the same lines
 */
public record WorkloadShape(String measurement, int series, double badPercent, ValuePattern values, long seed) {
    /** Series of the standard workload. */
    public static final int STANDARD_SERIES = 100_000;
    /** Each series needs four bytes of memory. */
    static final int MOST_SERIES = 100_000_000;

    /** The standard workload. */
    public static WorkloadShape standard(long seed) {
        return new WorkloadShape("cpu_usage", STANDARD_SERIES, 0, ValuePattern.RANDOM, seed);
    }

    public WorkloadShape {
        check(series >= 1 && series <= MOST_SERIES, "--series", "1 to " + MOST_SERIES, series);
        check(badPercent >= 0 && badPercent <= 100, "--bad", "0 to 100", badPercent);
        check(
                !measurement.isEmpty()
                        && measurement.length() <= 200
                        && measurement.matches("[^\\s,=\\\\\"#\\p{Cntrl}]+"),
                "--measurement",
                "up to 200 characters without spaces, commas, '=', '#', quotes and backslashes",
                "'" + measurement + "'");
    }

    private static void check(boolean holds, String option, String must, Object was) {
        if (!holds) {
            throw new IllegalArgumentException(option + " must be " + must + ", was " + was);
        }
    }
}
