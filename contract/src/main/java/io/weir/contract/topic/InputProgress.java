package io.weir.contract.topic;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.header.Headers;

/**
 * The position of a task in the output of processing. After a crash, processing may write output
 * again. Its source, input number and part identify such a duplicate. Not thread-safe.
 */
public final class InputProgress {

    private static final String OWN_PARTITION = "";

    private final Map<String, Position> newest = new TreeMap<>();

    /** The newest accepted output of one source. */
    private record Position(long number, int part) {}

    /**
     * Returns whether to accept a record with these headers: false if this record, or a later one
     * of the same source, was accepted before. A record that does not name its input is always
     * accepted, and so is the first one from another log than before: processing that began without
     * its state numbers the logs from 0 again. A record that replaces a lost one is accepted, because
     * its leader epoch is higher.
     */
    public boolean take(Headers headers) {
        String source = BatchHeaders.source(headers);
        return take(
                source == null ? OWN_PARTITION : source,
                BatchHeaders.inputNumber(headers),
                BatchHeaders.inputPart(headers));
    }

    private boolean take(String source, long number, int part) {
        if (number < 0) {
            return true;
        }
        Position last = newest.get(source);
        if (last != null && isRepeat(number, part, last)) {
            return false;
        }
        newest.put(source, new Position(number, part));
        return true;
    }

    /**
     * A lower epoch alone does not make a repeat: processing may have begun without its state after the
     * topic was recreated.
     */
    private static boolean isRepeat(long number, int part, Position last) {
        long offset = InputNumber.offset(number);
        long lastOffset = InputNumber.offset(last.number);
        return InputNumber.areOfSameLog(number, last.number)
                && !InputNumber.isOfLaterEpoch(number, last.number)
                && (offset < lastOffset || (offset == lastOffset && part <= last.part));
    }

    public void reset() {
        newest.clear();
    }

    public void write(DataOutput out) throws IOException {
        out.writeInt(newest.size());
        for (Map.Entry<String, Position> source : newest.entrySet()) {
            out.writeUTF(source.getKey());
            out.writeLong(source.getValue().number);
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
