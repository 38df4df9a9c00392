package io.weir.gateway.prometheus;

import com.google.protobuf.CodedInputStream;
import io.weir.gateway.intake.spelling.LineText;
import io.weir.gateway.protobuf.Wire;
import java.io.IOException;
import java.util.Arrays;

/**
 * The counts of the buckets on one side of zero. Prometheus writes spans of adjacent buckets, with
 * gaps between them. Belongs to one thread.
 */
public final class Buckets {
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

    /** Reads a span, whose length in bytes is next. */
    public void readSpan(CodedInputStream in) throws IOException {
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
    public void readDeltas(CodedInputStream in) throws IOException {
        int limit = in.pushLimit(in.readRawVarint32());
        while (!in.isAtEnd()) {
            readDelta(in);
        }
        in.popLimit(limit);
    }

    /** Reads one difference of successive counts. */
    public void readDelta(CodedInputStream in) throws IOException {
        last += in.readSInt64();
        add(last);
    }

    /** Reads packed counts. */
    public void readCounts(CodedInputStream in) throws IOException {
        int limit = in.pushLimit(in.readRawVarint32());
        while (!in.isAtEnd()) {
            readCount(in);
        }
        in.popLimit(limit);
    }

    /** Reads one count. */
    public void readCount(CodedInputStream in) throws IOException {
        add(in.readDouble());
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

    /** Whether there is a span, of any length. */
    boolean hasSpans() {
        return spansLength > 0;
    }

    boolean isEmpty() {
        return length == 0 && !hasSpans();
    }

    /** The index of the first bucket. */
    int first() {
        return hasSpans() ? spans[0] : 0;
    }

    /** Number of counts. */
    int length() {
        return length;
    }

    /** Whether all counts are finite and not too many. */
    boolean isReadable() {
        return !isBroken;
    }

    /** Whether spans and counts fit together, and all buckets are from {@code first} on, below {@code end}. */
    boolean fit(int first, long end) {
        long at = first;
        long to = 0;
        int next = 0;
        for (int i = 0; i < spansLength; i += 2) {
            long from = to + spans[i];
            to = from + spans[i + 1];
            if (from < at || to < from || to > end || to - first > MOST || to - from > length - next) {
                return false;
            }
            next += (int) (to - from);
            at = to;
        }
        return !isBroken && next == length;
    }

    /**
     * Writes counts that {@link #fit} as a JSON array, with zeros for gaps: from bucket {@code first} on,
     * and at least {@code least} of them.
     */
    void write(LineText text, int first, int least) {
        text.truncate(0);
        text.put('[');
        long at = first;
        long end = 0;
        int next = 0;
        for (int i = 0; i < spansLength; i += 2) {
            long from = end + spans[i];
            end = from + spans[i + 1];
            while (at < end) {
                element(text, at < from ? 0 : counts[next++], at++ == first);
            }
        }
        while (at - first < least) {
            element(text, 0, at++ == first);
        }
        text.put(']');
    }

    /** Writes the counts as a JSON array, without regard to spans. */
    void writeAll(LineText text) {
        text.truncate(0);
        text.put('[');
        for (int i = 0; i < length; i++) {
            element(text, counts[i], i == 0);
        }
        text.put(']');
    }

    private static void element(LineText text, double count, boolean isFirst) {
        if (!isFirst) {
            text.put(',');
        }
        text.number(count);
    }
}
