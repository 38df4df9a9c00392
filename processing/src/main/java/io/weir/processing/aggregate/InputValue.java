package io.weir.processing.aggregate;

import io.weir.contract.expression.Formula;
import io.weir.contract.line.FieldType;
import io.weir.processing.batch.Metrics;
import org.jspecify.annotations.Nullable;

/**
 * The value of a field as windows take it: the number itself or, under a condition, 1 where it
 * holds and 0 where it does not. Reusable; one per task.
 */
final class InputValue {

    /** The operand of a condition. */
    private final double[] operand = new double[1];

    private long bits;
    private boolean isInteger;

    /** Whether windows take values of a type. */
    static boolean takes(FieldType type, @Nullable Formula where) {
        return type.isNumber() || (where != null && type == FieldType.BOOLEAN);
    }

    /** Reads a field whose type windows take. Returns false if its condition is undefined. */
    boolean read(Metrics batch, int field, @Nullable Formula where) {
        if (where == null) {
            bits = batch.bits(field);
            isInteger = batch.isInteger(field);
            return true;
        }
        operand[0] = batch.type(field) == FieldType.BOOLEAN ? (batch.isTrue(field) ? 1 : 0) : batch.number(field);
        double truth = where.evaluate(operand);
        bits = truth == 0 ? 0 : 1;
        isInteger = true;
        return !Double.isNaN(truth);
    }

    /** An integer, or the bits of a finite float. */
    long bits() {
        return bits;
    }

    boolean isInteger() {
        return isInteger;
    }
}
