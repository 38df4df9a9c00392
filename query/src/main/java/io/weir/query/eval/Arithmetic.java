package io.weir.query.eval;

import io.weir.query.promql.BinaryOperator;

/** Operators between two numbers, with the special cases of Go. */
final class Arithmetic {
    private Arithmetic() {}

    /** The result; a comparison results in 1 or 0. */
    static double compute(BinaryOperator operator, double left, double right) {
        return switch (operator) {
            case ADD -> left + right;
            case SUB -> left - right;
            case MUL -> left * right;
            case DIV -> left / right;
            case MOD -> left % right;
            case POW -> power(left, right);
            case ATAN2 -> Math.atan2(left, right);
            default -> compare(operator, left, right) ? 1 : 0;
        };
    }

    static boolean compare(BinaryOperator operator, double left, double right) {
        return switch (operator) {
            case EQLC -> left == right;
            case NEQ -> left != right;
            case LTE -> left <= right;
            case LSS -> left < right;
            case GTE -> left >= right;
            case GTR -> left > right;
            default -> throw new IllegalArgumentException(operator + " is no comparison");
        };
    }

    private static double power(double base, double exponent) {
        boolean one = base == 1 || (base == -1 && Double.isInfinite(exponent));
        return one ? 1 : Math.pow(base, exponent);
    }
}
