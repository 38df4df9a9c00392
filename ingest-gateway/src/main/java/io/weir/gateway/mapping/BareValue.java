package io.weir.gateway.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.intake.spelling.NumberText;

/** The types of texts without quotes. */
final class BareValue {
    /** The type of a field. */
    enum Kind {
        /** A number: without a type of its own, 1 and 1.5 must not differ in type. */
        FLOAT,
        /** A number that ends with i, as in line protocol. */
        INTEGER,
        BOOLEAN,
        TEXT
    }

    private BareValue() {}

    /** Whether the text is NaN or infinity, which stores do not have. */
    static boolean isNotFinite(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        return NumberText.isNotFinite(bytes, 0, bytes.length);
    }

    static Kind kind(String text) {
        if (text.equals("true") || text.equals("false")) {
            return Kind.BOOLEAN;
        }
        byte[] bytes = text.getBytes(UTF_8);
        if (NumberText.isNumber(bytes, 0, bytes.length)) {
            return Kind.FLOAT;
        }
        int last = bytes.length - 1;
        boolean isInteger = last > 0
                && bytes[last] == 'i'
                && NumberText.isInteger(bytes, 0, last)
                && NumberText.fitsLong(bytes, 0, last);
        return isInteger ? Kind.INTEGER : Kind.TEXT;
    }
}
