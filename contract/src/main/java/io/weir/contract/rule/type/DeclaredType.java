package io.weir.contract.rule.type;

import java.util.OptionalInt;

/** The type that the values of a field must have. */
public sealed interface DeclaredType {

    /** The type of a value, or of each element of an array. */
    ScalarType of();

    /** One value. */
    record Scalar(ScalarType of) implements DeclaredType {}

    /**
     * An array, which line protocol carries as a text.
     *
     * @param length the number of elements of each array; empty if arrays may have any
     */
    record Array(ScalarType of, OptionalInt length) implements DeclaredType {}
}
