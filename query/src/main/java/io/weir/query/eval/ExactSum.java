package io.weir.query.eval;

/** Adds numbers with the compensation of Kahan and Neumaier, so that rounding errors do not add up. */
final class ExactSum {
    private double sum;
    private double compensation;

    void add(double value) {
        double next = sum + value;
        compensation += Math.abs(sum) >= Math.abs(value) ? (sum - next) + value : (value - next) + sum;
        sum = next;
    }

    double value() {
        return sum + compensation;
    }

    /** Without the compensation. An infinite sum has none. */
    double rounded() {
        return sum;
    }
}
