package io.weir.writer.store.remotewrite;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.writer.store.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/**
 * Encodes lines as a message {@code WriteRequest}: each number is a sample of the series
 * {@code measurement_field}. The samples of a series are in the order of time; of several in one
 * millisecond, the last one counts. Used by one thread.
 */
final class WriteRequests {
    private static final int SERIES = tag(1, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    private static final int SAMPLE = tag(2, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    private static final int VALUE = tag(1, WireFormat.WIRETYPE_FIXED64);
    private static final int MILLIS = tag(2, WireFormat.WIRETYPE_VARINT);
    /** Two tags and the value. */
    private static final int SAMPLE_BYTES = 1 + Double.BYTES + 1;

    private final LineReader reader = new LineReader();
    private final SampleTable samples = new SampleTable();
    private final SeriesLabels labels = new SeriesLabels();
    private final Bytes message = new Bytes();

    /** Replaces the message by that of the lines at {@code [from, to)}. Unreadable ones are left out. */
    void encode(byte[] bytes, int from, int to) {
        samples.clear(bytes);
        labels.clear();
        message.reset();
        reader.wrap(bytes, from, to);
        while (reader.next()) {
            if (reader.error() == LineError.NONE) {
                add();
            }
        }
        try {
            CodedOutputStream out = CodedOutputStream.newInstance(message);
            for (int series = 0; series < samples.seriesCount(); series++) {
                write(out, series);
            }
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
    }

    /** The array with the message, valid until the next call. */
    byte[] bytes() {
        return message.bytes();
    }

    /** The message's length; 0 if there is no series. */
    int length() {
        return message.size();
    }

    private void add() {
        long millis = Math.floorDiv(reader.timestamp(), TimeUnit.MILLISECONDS.toNanos(1));
        for (int i = 0; i < reader.fieldCount(); i++) {
            FieldType type = reader.fieldType(i);
            if (type == FieldType.STRING) {
                continue;
            }
            double value = type == FieldType.BOOLEAN ? (reader.booleanValue(i) ? 1 : 0) : reader.doubleValue(i);
            samples.add(
                    reader.seriesStart(),
                    reader.seriesEnd(),
                    reader.fieldKeyStart(i),
                    reader.fieldKeyEnd(i),
                    millis,
                    value);
        }
    }

    private void write(CodedOutputStream out, int series) throws IOException {
        int labelsLength = labels.read(
                reader.bytes(),
                samples.seriesStart(series),
                samples.seriesEnd(series),
                samples.keyStart(series),
                samples.keyEnd(series));
        if (labelsLength == 0) {
            return;
        }
        int first = samples.inOrder(series);
        int length = labelsLength;
        for (int sample = first; sample != SampleTable.NONE; sample = samples.next(sample)) {
            length += 2 + SAMPLE_BYTES + CodedOutputStream.computeInt64SizeNoTag(samples.millis(sample));
        }
        out.writeUInt32NoTag(SERIES);
        out.writeUInt32NoTag(length);
        labels.write(out);
        for (int sample = first; sample != SampleTable.NONE; sample = samples.next(sample)) {
            long millis = samples.millis(sample);
            out.writeUInt32NoTag(SAMPLE);
            out.writeUInt32NoTag(SAMPLE_BYTES + CodedOutputStream.computeInt64SizeNoTag(millis));
            out.writeUInt32NoTag(VALUE);
            out.writeDoubleNoTag(samples.value(sample));
            out.writeUInt32NoTag(MILLIS);
            out.writeInt64NoTag(millis);
        }
    }

    private static int tag(int field, int type) {
        return field << 3 | type;
    }
}
