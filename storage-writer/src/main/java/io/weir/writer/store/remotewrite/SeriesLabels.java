package io.weir.writer.store.remotewrite;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.weir.contract.line.LineError;
import io.weir.contract.line.SeriesReader;
import java.io.IOException;
import java.util.Arrays;

/**
 * The labels of a series, in the order of their names. Characters that names of Prometheus cannot
 * have become {@code _}; the values of tags whose names are then equal are joined with a semicolon.
 * Used by one thread.
 */
final class SeriesLabels {
    private static final int LABEL = 1 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int NAME = 1 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int VALUE = 2 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final byte[] METRIC = {'_', '_', 'n', 'a', 'm', 'e', '_', '_'};
    /** As Prometheus names labels of others that contradict its own. */
    private static final byte[] EXPORTED = {'e', 'x', 'p', 'o', 'r', 't', 'e', 'd', '_'};

    private final SeriesReader series = new SeriesReader();
    private byte[] text = new byte[1 << 10];
    private int length;
    /** The measurement's part of the metric's name is at the start of the text. */
    private int measurementLength;

    private int tagsEnd;
    private int tagsLength;
    private int lastStart = -1;
    private int count;
    /** The number of labels whose names are before that of the metric. */
    private int beforeMetric;

    private int[] nameStarts = new int[32];
    private int[] valueStarts = new int[32];
    private int[] ends = new int[32];

    /** Forgets the last series, because the array may have other lines now. */
    void clear() {
        lastStart = -1;
    }

    /**
     * Reads the labels of the series and the field's key at these places. The tags are read once for
     * consecutive fields of a line.
     *
     * @return the length of the labels in a message; 0 if the series is none
     */
    int read(byte[] bytes, int seriesStart, int seriesEnd, int keyStart, int keyEnd) {
        if (seriesStart != lastStart) {
            lastStart = seriesStart;
            tagsLength = readTags(bytes, seriesStart, seriesEnd);
        }
        if (tagsLength < 0) {
            return 0;
        }
        length = tagsEnd;
        room(measurementLength + keyEnd - keyStart);
        copy(0, measurementLength);
        name(bytes, keyStart, keyEnd, false, true);
        return tagsLength + labelLength(METRIC.length, length - tagsEnd);
    }

    /** Writes the labels. */
    void write(CodedOutputStream out) throws IOException {
        for (int label = 0; label < beforeMetric; label++) {
            writeTag(out, label);
        }
        writeLabel(out, METRIC, 0, METRIC.length, tagsEnd, length);
        for (int label = beforeMetric; label < count; label++) {
            writeTag(out, label);
        }
    }

    private void writeTag(CodedOutputStream out, int label) throws IOException {
        writeLabel(out, text, nameStarts[label], valueStarts[label], valueStarts[label], ends[label]);
    }

    private void writeLabel(CodedOutputStream out, byte[] names, int nameFrom, int nameTo, int from, int to)
            throws IOException {
        out.writeUInt32NoTag(LABEL);
        out.writeUInt32NoTag(bytesLength(nameTo - nameFrom) + bytesLength(to - from));
        out.writeUInt32NoTag(NAME);
        out.writeUInt32NoTag(nameTo - nameFrom);
        out.write(names, nameFrom, nameTo - nameFrom);
        out.writeUInt32NoTag(VALUE);
        out.writeUInt32NoTag(to - from);
        out.write(text, from, to - from);
    }

    /** Returns the length of the tags' labels in a message; -1 if the series is none. */
    private int readTags(byte[] bytes, int seriesStart, int seriesEnd) {
        length = 0;
        count = 0;
        if (series.read(bytes, seriesStart, seriesEnd) != LineError.NONE) {
            return -1;
        }
        room(seriesEnd - seriesStart + 2);
        name(bytes, seriesStart, series.measurementEnd(), true, true);
        text[length++] = '_';
        measurementLength = length;
        for (int tag = 0; tag < series.tagCount(); tag++) {
            room(series.tagValueEnd(tag) - series.tagKeyStart(tag) + EXPORTED.length + 1);
            begin();
            label(bytes, series.tagKeyStart(tag), series.tagKeyEnd(tag));
            valueStarts[count] = length;
            plain(bytes, series.tagValueStart(tag), series.tagValueEnd(tag));
            end();
        }
        join();
        tagsEnd = length;
        int all = 0;
        beforeMetric = 0;
        for (int label = 0; label < count; label++) {
            all += labelLength(valueStarts[label] - nameStarts[label], ends[label] - valueStarts[label]);
            if (Arrays.compareUnsigned(text, nameStarts[label], valueStarts[label], METRIC, 0, METRIC.length) < 0) {
                beforeMetric++;
            }
        }
        return all;
    }

    private static int labelLength(int name, int value) {
        return bytesLength(bytesLength(name) + bytesLength(value));
    }

    /** With the tag and the length before it. */
    private static int bytesLength(int content) {
        return 1 + CodedOutputStream.computeUInt32SizeNoTag(content) + content;
    }

    private void begin() {
        if (count == ends.length) {
            nameStarts = Arrays.copyOf(nameStarts, 2 * count);
            valueStarts = Arrays.copyOf(valueStarts, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
        }
        nameStarts[count] = length;
    }

    /** Moves the label to its place, which is mostly the last one. */
    private void end() {
        int name = nameStarts[count];
        int value = valueStarts[count];
        int place = count++;
        while (place > 0
                && Arrays.compareUnsigned(text, nameStarts[place - 1], valueStarts[place - 1], text, name, value) > 0) {
            nameStarts[place] = nameStarts[place - 1];
            valueStarts[place] = valueStarts[place - 1];
            ends[place] = ends[place - 1];
            place--;
        }
        nameStarts[place] = name;
        valueStarts[place] = value;
        ends[place] = length;
    }

    /** Joins labels of equal names, which are neighbours. */
    private void join() {
        int kept = 0;
        for (int label = 1; label < count; label++) {
            if (Arrays.equals(text, nameStarts[kept], valueStarts[kept], text, nameStarts[label], valueStarts[label])) {
                joinInto(kept, label);
            } else {
                kept++;
                nameStarts[kept] = nameStarts[label];
                valueStarts[kept] = valueStarts[label];
                ends[kept] = ends[label];
            }
        }
        count = Math.min(count, kept + 1);
    }

    private void joinInto(int kept, int label) {
        int name = valueStarts[kept] - nameStarts[kept];
        int first = ends[kept] - valueStarts[kept];
        int second = ends[label] - valueStarts[label];
        room(name + first + second + 1);
        int start = length;
        copy(nameStarts[kept], name);
        copy(valueStarts[kept], first);
        text[length++] = ';';
        copy(valueStarts[label], second);
        nameStarts[kept] = start;
        valueStarts[kept] = start + name;
        ends[kept] = length;
    }

    private void copy(int from, int size) {
        System.arraycopy(text, from, text, length, size);
        length += size;
    }

    private void label(byte[] bytes, int from, int to) {
        if (Arrays.equals(bytes, from, to, METRIC, 0, METRIC.length)) {
            append(EXPORTED);
        }
        name(bytes, from, to, true, false);
    }

    /** Appends a name or a part of one, with {@code _} for each character that is not allowed. */
    private void name(byte[] bytes, int from, int to, boolean isFirst, boolean isMetric) {
        for (int at = from; at < to; at++) {
            byte next = bytes[at];
            boolean isEscape = next == '\\' && at + 1 < to && isEscaped(bytes[at + 1]);
            boolean isContinued = (next & 0xC0) == 0x80;
            if (isEscape || isContinued) {
                continue;
            }
            boolean isLetter = (next | 0x20) >= 'a' && (next | 0x20) <= 'z';
            boolean isDigit = next >= '0' && next <= '9';
            if (isDigit && at == from && isFirst) {
                text[length++] = '_';
            }
            text[length++] = isLetter || isDigit || (next == ':' && isMetric) ? next : (byte) '_';
        }
    }

    private void plain(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            byte next = bytes[at];
            if (next == '\\' && at + 1 < to && isEscaped(bytes[at + 1])) {
                next = bytes[++at];
            }
            text[length++] = next;
        }
    }

    private static boolean isEscaped(byte next) {
        return next == ',' || next == '=' || next == ' ';
    }

    private void append(byte[] bytes) {
        System.arraycopy(bytes, 0, text, length, bytes.length);
        length += bytes.length;
    }

    private void room(int more) {
        if (length + more > text.length) {
            text = Arrays.copyOf(text, Math.max(length + more, 2 * text.length));
        }
    }
}
