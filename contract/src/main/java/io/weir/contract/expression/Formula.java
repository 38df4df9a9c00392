package io.weir.contract.expression;

/** A compiled expression. Immutable, may be shared by threads; allocates nothing and never throws. */
@FunctionalInterface
public interface Formula {

    /**
     * The value, or NaN if it is undefined: for a division by zero, a logarithm of zero, the square root of a negative number, a
     * result beyond the largest double, and whatever is computed from an undefined value. Never infinite.
     *
     * @param values those of the variables, by index; NaN for one that is undefined
     */
    double evaluate(double[] values);

    /** What is no finite number is undefined, and stays so whatever is done with it. */
    static double finite(double value) {
        return Double.isFinite(value) ? value : Double.NaN;
    }
}
