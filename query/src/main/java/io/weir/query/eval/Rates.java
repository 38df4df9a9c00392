package io.weir.query.eval;

/** Changes of a value in a range. The range has two samples or more. */
final class Rates {
    /** Samples that are missing at an edge for longer than this many average intervals end the series there. */
    private static final double GAP = 1.1;

    private Rates() {}

    /** Rounded as by Prometheus, since a quantile of rates may lie between two buckets. */
    static double perSecond(Window window) {
        double increase = sampledIncrease(window);
        double seconds = (window.end() - window.start()) / 1e3;
        return increase * (extrapolation(window, increase, true) / seconds);
    }

    /** Of a counter, which restarts at 0. */
    static double increase(Window window) {
        double increase = sampledIncrease(window);
        return increase * extrapolation(window, increase, true);
    }

    private static double sampledIncrease(Window window) {
        double increase = window.value(window.size() - 1) - window.value(0);
        for (int i = 1; i < window.size(); i++) {
            if (window.value(i) < window.value(i - 1)) {
                increase += window.value(i - 1);
            }
        }
        return increase;
    }

    static double delta(Window window) {
        double delta = window.value(window.size() - 1) - window.value(0);
        return delta * extrapolation(window, delta, false);
    }

    /**
     * The factor from the change between the samples to that in the whole range. As in Prometheus, a series extends to
     * the edges of the range if its samples nearly do, else by half an interval. A counter does not extend before 0.
     */
    private static double extrapolation(Window window, double change, boolean counter) {
        long first = window.stamp(0);
        long last = window.stamp(window.size() - 1);
        double sampled = (last - first) / 1e3;
        double interval = sampled / (window.size() - 1);
        double before = (first - window.start()) / 1e3;
        double after = (window.end() - last) / 1e3;
        if (counter && change > 0 && window.value(0) >= 0) {
            before = Math.min(before, sampled * (window.value(0) / change));
        }
        double longest = interval * GAP;
        double whole = sampled + (before < longest ? before : interval / 2) + (after < longest ? after : interval / 2);
        return whole / sampled;
    }

    static double lastPerSecond(Window window) {
        int last = window.size() - 1;
        boolean reset = window.value(last) < window.value(last - 1);
        double change = reset ? window.value(last) : lastDelta(window);
        return change / ((window.stamp(last) - window.stamp(last - 1)) / 1e3);
    }

    static double lastDelta(Window window) {
        int last = window.size() - 1;
        return window.value(last) - window.value(last - 1);
    }

    /** NaN equals NaN. */
    static double changes(Window window) {
        int changes = 0;
        for (int i = 1; i < window.size(); i++) {
            double value = window.value(i);
            double earlier = window.value(i - 1);
            changes += value != earlier && !(Double.isNaN(value) && Double.isNaN(earlier)) ? 1 : 0;
        }
        return changes;
    }

    static double resets(Window window) {
        int resets = 0;
        for (int i = 1; i < window.size(); i++) {
            resets += window.value(i) < window.value(i - 1) ? 1 : 0;
        }
        return resets;
    }
}
