package io.weir.processing.conversion;

import io.weir.contract.line.FieldType;
import io.weir.contract.rule.metric.Conversion;

/** Converts one value after the other; what came of the last one is asked afterwards. Not thread-safe. */
public interface ValueConversion {

    /** What came of a value. */
    enum Outcome {
        /** It is not of the kind that is converted, and stays. */
        UNTOUCHED,
        CONVERTED,
        /** Nothing says what it should become. */
        UNMAPPED,
        /** It came to infinity. */
        UNDEFINED
    }

    /**
     * Converts the value that {@code bytes[from, to)} spells in line protocol.
     *
     * @param number the same as a number, if it is one
     */
    Outcome convert(byte[] bytes, int from, int to, FieldType type, double number);

    /** The array that begins with the converted value as line protocol spells it: not to be changed. */
    byte[] value();

    /** How many bytes of {@link #value} spell it. */
    int length();

    /** The type of the converted value. */
    FieldType type();

    /** The converted value as a number; 0 if it is none. */
    double number();

    /** Compiles what a rule says. */
    static ValueConversion of(Conversion conversion) {
        return conversion instanceof Conversion.Scaling scaling
                ? new Scaled(scaling)
                : Mapped.of((Conversion.Mapping) conversion);
    }
}
