package io.weir.query.series;

/** Adds numbers with the compensation of Kahan and Neumaier, so that rounding errors do not add up. */
public final class ExactSum {
    private double sum;
    private double compensation;

    public void add(double value) {
        double next = sum + value;
        compensation += Math.abs(sum) >= Math.abs(value) ? (sum - next) + value : (value - next) + sum;
        sum = next;
    }

    /** Not for a sum that may be infinite: see {@link #total()}. */
    public double value() {
        return sum + compensation;
    }

    /** Without the compensation. */
    public double rounded() {
        return sum;
    }

    /** Infinite if the sum is; an infinite sum has no compensation. */
    public double total() {
        return Double.isInfinite(sum) ? sum : value();
    }
}
