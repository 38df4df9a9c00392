package io.weir.processing.check;

import io.weir.contract.line.LineReader;

/** Checks the values of a field against its declared type. Belongs to one task. */
public interface TypeCheck {

    /** Checks the value of a field of the current line, from 0. */
    TypeError check(LineReader line, int field);

    /** Checks the sum of a value that {@link #check} accepts and earlier ones. */
    default TypeError checkSum(double sum) {
        return TypeError.NONE;
    }

    /** The index of the byte for which the last value was refused. */
    int errorAt();
}
