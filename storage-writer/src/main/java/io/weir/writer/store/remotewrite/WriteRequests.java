package io.weir.writer.store.remotewrite;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.writer.store.Bytes;
import io.weir.writer.store.SampleTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/**
 * Encodes lines as a request of a version of the protocol: each number is a sample of the series
 * {@code measurement_field}. The samples of a series are in the order of time; of several in one
 * millisecond, the last one counts. Used by one thread.
 */
final class WriteRequests {
    private static final int SAMPLE = tag(2, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    private static final int VALUE = tag(1, WireFormat.WIRETYPE_FIXED64);
    private static final int MILLIS = tag(2, WireFormat.WIRETYPE_VARINT);
    /** Two tags and the value. */
    private static final int SAMPLE_BYTES = 1 + Double.BYTES + 1;

    private final LineReader reader = new LineReader();
    private final SampleTable samples = new SampleTable();
    private final SeriesLabels labels = new SeriesLabels();
    private final LabelForm form;
    private final Bytes series = new Bytes();
    private final Bytes message = new Bytes();
    private int sampleCount;

    WriteRequests(RemoteWriteVersion version) {
        form = version == RemoteWriteVersion.V1 ? new LabelTexts() : new LabelReferences();
    }

    /** Replaces the message by that of the lines at {@code [from, to)}. Unreadable ones are left out. */
    void encode(byte[] bytes, int from, int to) {
        samples.clear(bytes);
        labels.clear();
        form.clear();
        series.reset();
        sampleCount = 0;
        reader.wrap(bytes, from, to);
        while (reader.next()) {
            if (reader.error() == LineError.NONE) {
                add();
            }
        }
        try {
            CodedOutputStream out = CodedOutputStream.newInstance(series);
            for (int i = 0; i < samples.seriesCount(); i++) {
                write(out, i);
            }
            out.flush();
            message.reset();
            form.head().writeTo(message);
            series.writeTo(message);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
    }

    /** The array with the message, valid until the next call. */
    byte[] bytes() {
        return message.bytes();
    }

    int length() {
        return message.size();
    }

    /** The number of samples in the message. */
    int samples() {
        return sampleCount;
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

    private void write(CodedOutputStream out, int number) throws IOException {
        boolean isSeries = labels.read(
                reader.bytes(),
                samples.seriesStart(number),
                samples.seriesEnd(number),
                samples.keyStart(number),
                samples.keyEnd(number));
        if (!isSeries) {
            return;
        }
        int first = samples.inOrder(number);
        int length = form.read(labels) + form.seriesEnd().length;
        for (int sample = first; sample != SampleTable.NONE; sample = samples.next(sample)) {
            length += 2 + SAMPLE_BYTES + CodedOutputStream.computeInt64SizeNoTag(samples.stamp(sample));
        }
        out.writeUInt32NoTag(form.seriesTag());
        out.writeUInt32NoTag(length);
        form.write(out);
        for (int sample = first; sample != SampleTable.NONE; sample = samples.next(sample)) {
            long millis = samples.stamp(sample);
            out.writeUInt32NoTag(SAMPLE);
            out.writeUInt32NoTag(SAMPLE_BYTES + CodedOutputStream.computeInt64SizeNoTag(millis));
            out.writeUInt32NoTag(VALUE);
            out.writeDoubleNoTag(samples.value(sample));
            out.writeUInt32NoTag(MILLIS);
            out.writeInt64NoTag(millis);
            sampleCount++;
        }
        out.write(form.seriesEnd(), 0, form.seriesEnd().length);
    }

    private static int tag(int field, int type) {
        return field << 3 | type;
    }
}
