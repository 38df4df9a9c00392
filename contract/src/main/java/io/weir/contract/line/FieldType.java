package io.weir.contract.line;

/** The type of a field's value, as line protocol spells it. */
public enum FieldType {
    /** {@code 1.5}, {@code -2e3}: a 64-bit IEEE 754 number, never NaN or infinite. */
    FLOAT,
    /** {@code 42i}: a signed 64-bit integer. */
    INTEGER,
    /** {@code 42u}: an unsigned 64-bit integer. */
    UNSIGNED,
    /** {@code t true F FALSE …}. */
    BOOLEAN,
    /** {@code "text"}, quotes included in the value's bytes. */
    STRING;

    /** Whether values of this type are numbers. */
    public boolean isNumber() {
        return this == FLOAT || this == INTEGER || this == UNSIGNED;
    }
}
