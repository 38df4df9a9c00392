package io.weir.gateway.otlp;

/** The outcome of a request: how many of its data points were refused, and why. */
public final class ExportReport {
    private static final int LISTED = 5;
    private static final int MOST_NAME = 100;

    private final StringBuilder listed = new StringBuilder();
    private long rejected;

    /** Counts a point that was refused. */
    void refused(String metric, String reason) {
        if (rejected++ < LISTED) {
            listed.append(rejected == 1 ? "" : ", ")
                    .append(metric, 0, Math.min(metric.length(), MOST_NAME))
                    .append(": ")
                    .append(reason);
        }
    }

    /** The number of data points that were refused. */
    public long rejected() {
        return rejected;
    }

    /** Names the first refused points and their reasons; empty if none was refused. */
    public String message() {
        return listed + (rejected > LISTED ? " and " + (rejected - LISTED) + " more" : "");
    }
}
