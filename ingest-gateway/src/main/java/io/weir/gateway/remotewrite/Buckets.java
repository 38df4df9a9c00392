package io.weir.gateway.remotewrite;

import com.google.protobuf.CodedInputStream;
import io.weir.gateway.intake.spelling.LineText;
import io.weir.gateway.protobuf.Wire;
import java.io.IOException;
import java.util.Arrays;

/**
 * The counts of the buckets on one side of zero. Prometheus writes spans of adjacent buckets, with
 * gaps between them. Belongs to one thread.
 */
final class Buckets {
    /** Buckets, gaps included. Prometheus has 160 by default. */
    static final int MOST = 4096;

    /** Tags of a span's message. */
    private static final int SPAN_OFFSET = Wire.varint(1);

    private static final int SPAN_LENGTH = Wire.varint(2);

    private double[] counts = new double[64];
    private int length;
    /** Offsets and lengths, alternately. */
    private int[] spans = new int[16];

    private int spansLength;
    private double last;
    private boolean isBroken;

    void clear() {
        length = 0;
        spansLength = 0;
        last = 0;
        isBroken = false;
    }

    void readSpan(CodedInputStream in) throws IOException {
        int limit = in.pushLimit(in.readRawVarint32());
        int offset = 0;
        int span = 0;
        while (!in.isAtEnd()) {
            int tag = in.readTag();
            if (tag == SPAN_OFFSET) {
                offset = in.readSInt32();
            } else if (tag == SPAN_LENGTH) {
                span = in.readUInt32();
            } else {
                Wire.skip(in, tag);
            }
        }
        in.popLimit(limit);
        if (spansLength / 2 == MOST) {
            isBroken = true;
            return;
        }
        if (spansLength == spans.length) {
            spans = Arrays.copyOf(spans, 2 * spansLength);
        }
        spans[spansLength++] = offset;
        spans[spansLength++] = span;
    }

    /** Reads packed differences of successive counts. */
    void readDeltas(CodedInputStream in) throws IOException {
        int limit = in.pushLimit(in.readRawVarint32());
        while (!in.isAtEnd()) {
            last += in.readSInt64();
            add(last);
        }
        in.popLimit(limit);
    }

    /** Reads packed counts. */
    void readCounts(CodedInputStream in) throws IOException {
        int limit = in.pushLimit(in.readRawVarint32());
        while (!in.isAtEnd()) {
            add(in.readDouble());
        }
        in.popLimit(limit);
    }

    private void add(double count) {
        if (length == MOST || !Double.isFinite(count)) {
            isBroken = true;
            return;
        }
        if (length == counts.length) {
            counts = Arrays.copyOf(counts, 2 * length);
        }
        counts[length++] = count;
    }

    boolean isEmpty() {
        return length == 0 && spansLength == 0;
    }

    /** The index of the first bucket. */
    int first() {
        return spansLength == 0 ? 0 : spans[0];
    }

    /** Number of counts. */
    int length() {
        return length;
    }

    /** The index after the last bucket. */
    long end() {
        long end = 0;
        for (int i = 0; i < spansLength; i++) {
            end += spans[i];
        }
        return end;
    }

    /**
     * Writes the counts as a JSON array, with zeros for gaps: from bucket {@code first} on, and at
     * least {@code least} of them. Returns whether spans and counts fit together.
     */
    boolean write(LineText text, int first, int least) {
        text.truncate(0);
        text.put('[');
        boolean isRight = !isBroken;
        long at = first;
        long end = 0;
        int next = 0;
        for (int i = 0; i < spansLength && isRight; i += 2) {
            long from = end + spans[i];
            end = from + spans[i + 1];
            isRight = from >= at && end >= from && end - first <= MOST && end - from <= length - next;
            while (isRight && at < end) {
                element(text, at < from ? 0 : counts[next++], at++ == first);
            }
        }
        while (isRight && at - first < least) {
            element(text, 0, at++ == first);
        }
        text.put(']');
        return isRight && next == length;
    }

    /** Writes the counts as a JSON array, without regard to spans. */
    boolean writeAll(LineText text) {
        text.truncate(0);
        text.put('[');
        for (int i = 0; i < length; i++) {
            element(text, counts[i], i == 0);
        }
        text.put(']');
        return !isBroken;
    }

    private static void element(LineText text, double count, boolean isFirst) {
        if (!isFirst) {
            text.put(',');
        }
        text.number(count);
    }
}
