package io.weir.processing.check;

import io.weir.contract.line.LineReader;
import io.weir.contract.rule.type.DeclaredType;

/** Checks the values of a field against its declared type. Belongs to one task. */
public interface TypeCheck {

    /** Checks the value of a field of the current line, from 0. */
    TypeError check(LineReader line, int field);

    /** The index of the byte for which the last value was refused. */
    int errorAt();

    static TypeCheck of(DeclaredType type) {
        ScalarCheck each = ScalarCheck.of(type.of());
        return type instanceof DeclaredType.Array array ? new ArrayCheck(each, array.length()) : new SingleCheck(each);
    }
}
