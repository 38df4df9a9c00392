package io.weir.gateway.remotewrite;

import io.weir.contract.line.SeriesHash;
import io.weir.gateway.intake.known.CanonicalSeries;
import io.weir.gateway.intake.known.KnownSeries;
import io.weir.gateway.protobuf.Place;
import io.weir.gateway.protobuf.Wire;
import java.util.Arrays;

/**
 * Remembers the line protocol of series by the bytes of their labels in requests of version 1, which
 * senders repeat. Bounded in bytes. Allocates nothing for remembered labels: InputsBenchmark, with the
 * protocol REMOTE_WRITE_1, measures it. Belongs to one thread.
 */
final class KnownLabels {
    private static final int LABEL = Wire.message(RemoteWriteVersion.LABELS);
    private static final int TYPE = 7;

    /** Of labels and series; the table takes 2 MiB more. */
    private static final int MOST_BYTES = 16 << 20;

    private static final int MOST_SERIES = 100_000;
    private static final int MOST_LABEL_BYTES = 4 << 10;

    private final KnownSeries known;
    private final int mostLabelBytes;
    /** The labels that were looked up last; none if they cannot be remembered. */
    private byte[] bytes = {};

    private int start;
    private int end;
    private long hash;

    KnownLabels() {
        this(MOST_SERIES, MOST_LABEL_BYTES);
    }

    /** Remembers no more series than this, and none whose labels are longer. */
    KnownLabels(int mostSeries, int mostLabelBytes) {
        this.known = new KnownSeries(mostSeries, MOST_BYTES);
        this.mostLabelBytes = mostLabelBytes;
    }

    /**
     * Whether the labels of the series with this message are remembered. They are not if a label comes
     * after a sample, or if the message has unusual fields.
     */
    boolean find(byte[] body, long series) {
        int from = Place.from(series);
        int to = Place.to(series);
        bytes = body;
        start = from;
        end = fieldsEnd(body, from, to, true);
        if (end == from || end - from > mostLabelBytes || fieldsEnd(body, end, to, false) < to) {
            end = from;
            return false;
        }
        if (known.findNext(body, from, end)) {
            return true;
        }
        hash = SeriesHash.of(body, from, end);
        return known.find(hash, body, from, end);
    }

    /**
     * The index after the first fields that are labels, or after those that are not. A field that is not
     * of variable length, or whose tag or length is unusually long, ends them.
     */
    private static int fieldsEnd(byte[] body, int from, int to, boolean areLabels) {
        int at = from;
        while (at + 1 < to && isVariable(body[at]) && (body[at] == LABEL) == areLabels) {
            int length = body[at + 1];
            int next = at + 2;
            if (length < 0 && next < to) {
                length = (length & 0x7f) | body[next++] << 7;
            }
            if (length < 0 || next + length > to) {
                return at;
            }
            at = next + length;
        }
        return at;
    }

    private static boolean isVariable(byte tag) {
        return tag > TYPE && (tag & TYPE) == Wire.message(0);
    }

    /** The index after the labels that were found. */
    int end() {
        return end;
    }

    /** Number of series that are remembered. */
    int size() {
        return known.size();
    }

    /** The series that was found, ranked by the bytes of its names and values. */
    CanonicalSeries found() {
        return known.found();
    }

    /** Remembers the labels that were looked up last, but not found, unless there are none. */
    void learn(byte[] series, int length, int textBytes, long nowMillis) {
        if (end > start && known.canLearn(Math.max(end - start, length), nowMillis)) {
            byte[] labels = Arrays.copyOfRange(bytes, start, end);
            known.learn(hash, labels, Arrays.copyOf(series, length), 0, textBytes, nowMillis);
        }
    }
}
