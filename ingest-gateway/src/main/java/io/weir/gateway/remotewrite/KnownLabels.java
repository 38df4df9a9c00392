package io.weir.gateway.remotewrite;

import io.weir.contract.line.SeriesHash;
import io.weir.gateway.intake.known.CanonicalSeries;
import io.weir.gateway.intake.known.KnownSeries;
import io.weir.gateway.protobuf.Wire;
import java.util.Arrays;

/**
 * Remembers the line protocol of series by the bytes of their labels in requests of version 1, which
 * senders repeat. A label that follows a sample is not found. Bounded in bytes. Allocates nothing for
 * remembered labels: InputsBenchmark, with the protocol REMOTE_WRITE_1, measures it. Belongs to one thread.
 */
final class KnownLabels {
    private static final int LABEL = Wire.message(RemoteWriteVersion.LABELS);

    /** Of labels and series; the table takes 2 MiB more. */
    private static final int MOST_BYTES = 16 << 20;

    private static final int MOST_SERIES = 100_000;
    private static final int MOST_LABEL_BYTES = 4 << 10;

    private final KnownSeries known;
    private final int mostLabelBytes;
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
     * Whether the labels with which the message {@code body[from, to)} of a series begins are
     * remembered, wherever they end.
     */
    boolean find(byte[] body, int from, int to) {
        start = from;
        end = end(body, from, to);
        if (end == from || end - from > mostLabelBytes) {
            end = from;
            return false;
        }
        if (known.findNext(body, from, end)) {
            return true;
        }
        hash = SeriesHash.of(body, from, end);
        return known.find(hash, body, from, end);
    }

    /** The index after the labels with which a message begins. Lengths beyond two bytes end them. */
    private static int end(byte[] body, int from, int to) {
        int at = from;
        while (at + 3 <= to && body[at] == LABEL) {
            int length = body[at + 1];
            int next = at + 2;
            if (length < 0) {
                length = length & 0x7f | body[next++] << 7;
            }
            if (length < 0 || next + length > to) {
                return at;
            }
            at = next + length;
        }
        return at;
    }

    /** The index after the labels that were looked up last; that of the message if there are none. */
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

    /** Remembers the labels that were looked up last, but not found. */
    void learn(byte[] body, byte[] series, int length, int textBytes, long nowMillis) {
        if (end > start && known.canLearn(Math.max(end - start, length), nowMillis)) {
            byte[] labels = Arrays.copyOfRange(body, start, end);
            known.learn(hash, labels, Arrays.copyOf(series, length), 0, textBytes, nowMillis);
        }
    }
}
