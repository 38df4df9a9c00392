package io.weir.processing.check;

/** The reason for refusing a line because of a declared type. */
public enum TypeError {
    NONE("none"),
    /** The value, or an element, is of another type. */
    MISMATCH("type-mismatch"),
    /** The number is beyond the range of its type. */
    OVERFLOW("type-overflow"),
    /** The value is not an array, or one in which an array, an object or null is an element. */
    NOT_AN_ARRAY("not-an-array"),
    /** The array has more or fewer elements than declared. */
    LENGTH("array-length");

    private final String code;

    TypeError(String code) {
        this.code = code;
    }

    /** The stable name in headers and meters. */
    public String code() {
        return code;
    }
}
