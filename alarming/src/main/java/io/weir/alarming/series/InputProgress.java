package io.weir.alarming.series;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How far a task has come in the output of processing. After a crash processing may write the same again; what comes from a
 * {@code metrics.raw} record that was had already is known by its offset and part. Not thread-safe.
 */
public final class InputProgress {

    private long offset = -1;
    private int part = -1;

    /**
     * Takes the output {@code part} of the raw record at {@code rawOffset}, unless it, or a later one, was had already.
     *
     * @param rawOffset negative if the producer did not say; such a record is always taken
     */
    public boolean take(long rawOffset, int rawPart) {
        if (rawOffset < 0) {
            return true;
        }
        if (rawOffset < offset || (rawOffset == offset && rawPart <= part)) {
            return false;
        }
        offset = rawOffset;
        part = rawPart;
        return true;
    }

    void reset() {
        offset = -1;
        part = -1;
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(offset);
        out.writeInt(part);
    }

    void read(DataInput in) throws IOException {
        offset = in.readLong();
        part = in.readInt();
    }
}
