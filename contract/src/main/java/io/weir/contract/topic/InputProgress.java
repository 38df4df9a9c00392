package io.weir.contract.topic;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.header.Headers;

/**
 * How far a task has come in the output of processing. After a crash processing may write the same again; what comes from an
 * input that was had already is known by its source, offset and part. Not thread-safe.
 */
public final class InputProgress {

    private static final String OWN_PARTITION = "";

    private final Map<String, Position> newest = new TreeMap<>();

    /** Of what comes from one source, what was taken last. */
    private record Position(long offset, int part) {}

    /**
     * Takes a record with these headers, unless it, or a later one from the same source, was had already. One that does not say
     * where it comes from is always taken.
     */
    public boolean take(Headers headers) {
        String source = BatchHeaders.source(headers);
        return take(
                source == null ? OWN_PARTITION : source,
                BatchHeaders.inputOffset(headers),
                BatchHeaders.inputPart(headers));
    }

    private boolean take(String source, long offset, int part) {
        if (offset < 0) {
            return true;
        }
        Position last = newest.get(source);
        if (last != null && (offset < last.offset || (offset == last.offset && part <= last.part))) {
            return false;
        }
        newest.put(source, new Position(offset, part));
        return true;
    }

    /** Forgets everything. */
    public void reset() {
        newest.clear();
    }

    /** Writes the state. */
    public void write(DataOutput out) throws IOException {
        out.writeInt(newest.size());
        for (Map.Entry<String, Position> source : newest.entrySet()) {
            out.writeUTF(source.getKey());
            out.writeLong(source.getValue().offset);
            out.writeInt(source.getValue().part);
        }
    }

    /** Restores what {@link #write} wrote. */
    public void read(DataInput in) throws IOException {
        reset();
        for (int left = in.readInt(); left > 0; left--) {
            newest.put(in.readUTF(), new Position(in.readLong(), in.readInt()));
        }
    }
}
