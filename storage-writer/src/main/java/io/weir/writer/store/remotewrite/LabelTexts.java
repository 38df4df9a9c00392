package io.weir.writer.store.remotewrite;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.weir.writer.store.Bytes;
import java.io.IOException;

/** Labels of {@code prometheus.WriteRequest} (1.0): each series has its names and values. */
final class LabelTexts implements LabelForm {
    private static final int LABEL = 1 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int NAME = 1 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int VALUE = 2 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int SERIES = 1 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final byte[] NOTHING = {};

    private final Bytes head = new Bytes();
    private SeriesLabels labels = new SeriesLabels();
    /** The tags whose labels have the length. */
    private long tags = -1;

    private int tagsLength;

    @Override
    public void clear() {
        // Nothing is kept between requests.
    }

    @Override
    public int read(SeriesLabels next) {
        labels = next;
        int metricLength = bytesLength(labelLength(next.metric()));
        if (next.tags() != tags) {
            tags = next.tags();
            tagsLength = -metricLength;
            for (int label = 0; label < next.count(); label++) {
                tagsLength += bytesLength(labelLength(label));
            }
        }
        return tagsLength + metricLength;
    }

    @Override
    public void write(CodedOutputStream out) throws IOException {
        byte[] text = labels.text();
        for (int label = 0; label < labels.count(); label++) {
            int name = labels.nameStart(label);
            int value = labels.valueStart(label);
            int end = labels.valueEnd(label);
            out.writeUInt32NoTag(LABEL);
            out.writeUInt32NoTag(labelLength(label));
            out.writeUInt32NoTag(NAME);
            out.writeUInt32NoTag(value - name);
            out.write(text, name, value - name);
            out.writeUInt32NoTag(VALUE);
            out.writeUInt32NoTag(end - value);
            out.write(text, value, end - value);
        }
    }

    @Override
    public Bytes head() {
        return head;
    }

    @Override
    public int seriesTag() {
        return SERIES;
    }

    @Override
    public byte[] seriesEnd() {
        return NOTHING;
    }

    private int labelLength(int label) {
        int value = labels.valueStart(label);
        return bytesLength(value - labels.nameStart(label)) + bytesLength(labels.valueEnd(label) - value);
    }

    /** With the tag and the length before it. */
    private static int bytesLength(int content) {
        return 1 + CodedOutputStream.computeUInt32SizeNoTag(content) + content;
    }
}
