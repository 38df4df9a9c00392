package io.weir.writer.store.remotewrite;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.weir.writer.store.Bytes;
import java.io.IOException;
import java.util.Arrays;

/** Labels of {@code io.prometheus.write.v2.Request} (2.0): names and values are numbers of symbols. */
final class LabelReferences implements LabelForm {
    private static final int SERIES = 5 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int REFERENCES = 1 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    /**
     * The metadata: a gauge. Weir knows no types of metrics, and receivers may refuse series without
     * a type.
     */
    private static final byte[] GAUGE = {5 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED, 2, 1 << 3, 2};

    private final Symbols symbols = new Symbols();
    private int[] references = new int[64];
    private int count;
    private int length;
    /** The tags whose references are known. */
    private long tags = -1;

    @Override
    public void clear() {
        symbols.clear();
    }

    @Override
    public int read(SeriesLabels labels) {
        if (labels.tags() != tags) {
            tags = labels.tags();
            count = 2 * labels.count();
            if (references.length < count) {
                references = Arrays.copyOf(references, 2 * count);
            }
            for (int label = 0; label < labels.count(); label++) {
                references[2 * label] =
                        symbols.number(labels.text(), labels.nameStart(label), labels.valueStart(label));
                references[2 * label + 1] = value(labels, label);
            }
        } else {
            references[2 * labels.metric() + 1] = value(labels, labels.metric());
        }
        length = 0;
        for (int i = 0; i < count; i++) {
            length += CodedOutputStream.computeUInt32SizeNoTag(references[i]);
        }
        return 1 + CodedOutputStream.computeUInt32SizeNoTag(length) + length;
    }

    @Override
    public void write(CodedOutputStream out) throws IOException {
        out.writeUInt32NoTag(REFERENCES);
        out.writeUInt32NoTag(length);
        for (int i = 0; i < count; i++) {
            out.writeUInt32NoTag(references[i]);
        }
    }

    @Override
    public Bytes head() {
        return symbols.message();
    }

    @Override
    public int seriesTag() {
        return SERIES;
    }

    @Override
    public byte[] seriesEnd() {
        return GAUGE;
    }

    private int value(SeriesLabels labels, int label) {
        return symbols.number(labels.text(), labels.valueStart(label), labels.valueEnd(label));
    }
}
