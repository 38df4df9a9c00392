package io.weir.processing.aggregate;

import io.weir.contract.expression.Formula;
import io.weir.contract.line.FieldType;
import io.weir.processing.aggregate.cell.ValueHash;
import io.weir.processing.aggregate.group.InputType;
import io.weir.processing.batch.Metrics;

/**
 * The value of a field as windows take it: the number itself; under a condition, 1 where it holds
 * and 0 where it does not; or a hash. Reusable; one per task.
 */
final class InputValue {

    /** The operand of a condition. */
    private final double[] operand = new double[1];

    private long bits;
    private boolean isInteger;

    /** Reads a field whose type windows take. Returns false if its condition is undefined. */
    boolean read(Metrics batch, int field, InputType type) {
        Formula where = type.where();
        if (type.isHashed()) {
            bits = ValueHash.of(batch, field);
            isInteger = true;
            return true;
        }
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
