package io.weir.processing.time;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The times of a gateway, for {@link LogClock}.
 *
 * @param millis receive time up to which it is complete
 * @param sentMillis its own time at its last tick
 * @param elapsedMillis its own progress, on the farm's scale
 * @param goodAt the farm's progress when it was last up to date
 * @param lost its losses up to its last tick
 */
record Gateway(long millis, long sentMillis, long elapsedMillis, long goodAt, long lost) {
    void write(DataOutput out) throws IOException {
        out.writeLong(millis);
        out.writeLong(sentMillis);
        out.writeLong(elapsedMillis);
        out.writeLong(goodAt);
        out.writeLong(lost);
    }

    Gateway asOf(long elapsed) {
        return new Gateway(millis, sentMillis, elapsed, elapsed, lost);
    }

    static Gateway read(DataInput in) throws IOException {
        return new Gateway(in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong());
    }
}
