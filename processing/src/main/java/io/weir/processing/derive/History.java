package io.weir.processing.derive;

import io.weir.contract.line.FieldType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The memory of a field's earlier values, from which results are derived. Its size is bounded.
 * Results depend on the values and their timestamps alone. A value older than the latest is
 * ignored. A value with the timestamp of the latest replaces it, as in the store, so a repeated
 * value changes nothing. Not thread-safe.
 */
public sealed interface History permits Steps, LastChange, Trend, MovingAverage, Lagged {

    /** Whether values of this type are accepted. */
    default boolean accepts(FieldType type) {
        return type.isNumber();
    }

    /**
     * Accepts the next value.
     *
     * @param timestampNanos time of measurement
     * @param type a type for which {@link #accepts} is true
     * @param bits the 64 bits of an integer, {@link Double#doubleToRawLongBits} of a float, 0 or 1
     *     for a boolean, a hash for a text
     * @return whether {@link #value} has a result
     */
    Outcome next(long timestampNanos, FieldType type, long bits);

    /** The finite result derived from the last value. Valid only if {@link Outcome#hasResult}. */
    double value();

    /** Approximate heap in bytes, whatever values were accepted. */
    int estimatedBytes();

    /** Writes the state. */
    void write(DataOutput out) throws IOException;

    /** Restores exactly the state that {@link #write} wrote. */
    void read(DataInput in) throws IOException;
}
