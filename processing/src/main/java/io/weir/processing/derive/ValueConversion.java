package io.weir.processing.derive;

import io.weir.contract.line.FieldType;
import io.weir.contract.rule.metric.Conversion;

/**
 * Converts single values. The accessors describe the result of the last conversion. Not
 * thread-safe.
 */
public sealed interface ValueConversion permits Mapped, Scaled {

    /** The outcome of a conversion. */
    enum Outcome {
        /** The conversion does not apply to values of this type; the value stays unchanged. */
        UNTOUCHED,
        CONVERTED,
        /** The mapping has no entry for the value. */
        UNMAPPED,
        /** The result is not finite. */
        UNDEFINED
    }

    /**
     * Converts the value that {@code bytes[from, to)} spells in line protocol.
     *
     * @param number the value as a number, if it is one
     */
    Outcome convert(byte[] bytes, int from, int to, FieldType type, double number);

    /**
     * An array that begins with the converted value in line protocol; callers must not change it.
     */
    byte[] value();

    /** The number of bytes of {@link #value} that spell the converted value. */
    int length();

    /** The type of the converted value. */
    FieldType type();

    /** The converted value as a number; 0 if it is not a number. */
    double number();

    /** Compiles the conversion of a rule. */
    static ValueConversion of(Conversion conversion) {
        return conversion instanceof Conversion.Scaling scaling
                ? new Scaled(scaling)
                : Mapped.of((Conversion.Mapping) conversion);
    }
}
