package io.weir.contract.topic;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.header.Headers;

/**
 * The position of a task in the output of processing. After a crash, processing may write output
 * again. Its source, offset and part identify such a duplicate. Not thread-safe.
 */
public final class InputProgress {

    private static final String OWN_PARTITION = "";

    private final Map<String, Position> newest = new TreeMap<>();

    /** The newest accepted output of one source. */
    private record Position(long offset, int part) {}

    /**
     * Returns whether to accept a record with these headers: false if this record, or a later one
     * of the same source, was accepted before. A record that does not name its input is always
     * accepted, and so is the first one from another log than before: processing that began without
     * its state numbers the logs from 0 again.
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
        if (last != null
                && InputNumber.generation(last.offset) == InputNumber.generation(offset)
                && (offset < last.offset || (offset == last.offset && part <= last.part))) {
            return false;
        }
        newest.put(source, new Position(offset, part));
        return true;
    }

    public void reset() {
        newest.clear();
    }

    public void write(DataOutput out) throws IOException {
        out.writeInt(newest.size());
        for (Map.Entry<String, Position> source : newest.entrySet()) {
            out.writeUTF(source.getKey());
            out.writeLong(source.getValue().offset);
            out.writeInt(source.getValue().part);
        }
    }

    public void read(DataInput in) throws IOException {
        reset();
        for (int left = in.readInt(); left > 0; left--) {
            newest.put(in.readUTF(), new Position(in.readLong(), in.readInt()));
        }
    }
}
