package io.weir.writer.store.remotewrite;

import io.weir.contract.line.LineError;
import io.weir.contract.line.SeriesReader;
import io.weir.writer.store.Unescaped;
import java.util.Arrays;

/**
 * The labels of a series, in the order of their names. Characters that names of Prometheus cannot
 * have become {@code _}; the values of tags whose names are then equal are joined with a semicolon.
 * Used by one thread.
 */
final class SeriesLabels {
    private static final byte[] METRIC = {'_', '_', 'n', 'a', 'm', 'e', '_', '_'};
    /** As Prometheus names labels of others that contradict its own. */
    private static final byte[] EXPORTED = {'e', 'x', 'p', 'o', 'r', 't', 'e', 'd', '_'};

    /** The field whose metric has the name of the measurement alone, as metrics that came from Prometheus. */
    private static final byte[] VALUE = {'v', 'a', 'l', 'u', 'e'};

    private final SeriesReader series = new SeriesReader();
    private byte[] text = new byte[1 << 10];
    private int length;
    /** The measurement's part of the metric's name is at the start of the text, with an underscore after it. */
    private int measurementLength;

    private int tagsEnd;
    private boolean isSeries;
    private int lastStart = -1;
    private int count;
    /** The place of the metric's name among the labels. */
    private int metric;

    private long reads;

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
     * @return whether it is a series
     */
    boolean read(byte[] bytes, int seriesStart, int seriesEnd, int keyStart, int keyEnd) {
        if (seriesStart != lastStart) {
            lastStart = seriesStart;
            reads++;
            isSeries = readTags(bytes, seriesStart, seriesEnd);
        }
        if (isSeries) {
            length = tagsEnd;
            room(METRIC.length + measurementLength + 1 + keyEnd - keyStart);
            append(METRIC);
            if (Arrays.equals(bytes, keyStart, keyEnd, VALUE, 0, VALUE.length)) {
                copy(0, measurementLength);
            } else {
                copy(0, measurementLength + 1);
                name(bytes, keyStart, keyEnd, false, true);
            }
            ends[metric] = length;
        }
        return isSeries;
    }

    /** The number of labels. */
    int count() {
        return count;
    }

    /** The place of the label {@code __name__}. The others change only with the tags. */
    int metric() {
        return metric;
    }

    /** A number that changes with the tags. */
    long tags() {
        return reads;
    }

    /** The array with the names and the values, valid until the next call of {@link #read}. */
    byte[] text() {
        return text;
    }

    int nameStart(int label) {
        return nameStarts[label];
    }

    /** The end of the label's name, and the start of its value. */
    int valueStart(int label) {
        return valueStarts[label];
    }

    int valueEnd(int label) {
        return ends[label];
    }

    /** Returns whether it is a series. */
    private boolean readTags(byte[] bytes, int seriesStart, int seriesEnd) {
        length = 0;
        count = 0;
        if (series.read(bytes, seriesStart, seriesEnd) != LineError.NONE) {
            return false;
        }
        room(seriesEnd - seriesStart + 2);
        name(bytes, seriesStart, series.measurementEnd(), true, true);
        measurementLength = length;
        text[length++] = '_';
        for (int tag = 0; tag < series.tagCount(); tag++) {
            room(series.tagValueEnd(tag) - series.tagKeyStart(tag) + EXPORTED.length + 1);
            begin();
            label(bytes, series.tagKeyStart(tag), series.tagKeyEnd(tag));
            valueStarts[count] = length;
            length = Unescaped.copy(bytes, series.tagValueStart(tag), series.tagValueEnd(tag), text, length);
            end();
        }
        join();
        tagsEnd = length;
        room(METRIC.length);
        begin();
        append(METRIC);
        valueStarts[count] = length;
        metric = end();
        return true;
    }

    private void begin() {
        if (count == ends.length) {
            nameStarts = Arrays.copyOf(nameStarts, 2 * count);
            valueStarts = Arrays.copyOf(valueStarts, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
        }
        nameStarts[count] = length;
    }

    /** Moves the label to its place, which is mostly the last one; returns the place. */
    private int end() {
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
        return place;
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
        int start = length;
        name(bytes, from, to, true, false);
        // As it is spelled: -_name__ becomes __name__, too.
        if (Arrays.equals(text, start, length, METRIC, 0, METRIC.length)) {
            length = start;
            append(EXPORTED);
            append(METRIC);
        }
    }

    /** Appends a name or a part of one, with {@code _} for each character that is not allowed. */
    private void name(byte[] bytes, int from, int to, boolean isFirst, boolean isMetric) {
        for (int at = from; at < to; at++) {
            byte next = bytes[at];
            boolean isEscape = next == '\\' && at + 1 < to && Unescaped.isEscaped(bytes[at + 1]);
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
