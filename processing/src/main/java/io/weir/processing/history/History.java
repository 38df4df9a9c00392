package io.weir.processing.history;

import io.weir.contract.line.FieldType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The earlier values of one field of one series, as far as they matter. Of bounded size; what it derives depends on the values
 * and their timestamps alone. A value older than the latest is left out. Not thread-safe.
 */
public sealed interface History permits Steps, LastChange, Trend {

    /** Can something be derived from values of this type? */
    default boolean takes(FieldType type) {
        return type.isNumber();
    }

    /**
     * Takes the next value.
     *
     * @param timestampNanos when the value was measured
     * @param type one that it {@link #takes}
     * @param bits of an integer its 64 bits, of a float those of {@link Double#doubleToRawLongBits}, of a boolean 0 or 1, of a
     *     text a hash
     * @return whether {@link #value} has a result now
     */
    Outcome next(long timestampNanos, FieldType type, long bits);

    /** What was derived from the last value, finite. Means something only after {@link Outcome#DERIVED}. */
    double value();

    /** About how much heap one takes, whatever values came. */
    int estimatedBytes();

    /** Writes the state. */
    void write(DataOutput out) throws IOException;

    /** Restores what {@link #write} wrote, to the bit. */
    void read(DataInput in) throws IOException;
}
