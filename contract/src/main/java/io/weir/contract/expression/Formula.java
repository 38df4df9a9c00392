package io.weir.contract.expression;

/** A compiled expression. Immutable and thread-safe; allocates nothing and never throws. */
@FunctionalInterface
public interface Formula {

    /**
     * The value, or NaN if it is undefined: after a division by zero, a logarithm of zero, the
     * square root of a negative number, a result beyond the largest double, and in every
     * computation with an undefined value. Never infinite.
     *
     * @param values the values of the variables, by index; NaN if undefined
     */
    double evaluate(double[] values);

    /**
     * Maps infinite values to NaN, which marks an undefined value and propagates through all
     * operations.
     */
    static double finite(double value) {
        return Double.isFinite(value) ? value : Double.NaN;
    }
}
