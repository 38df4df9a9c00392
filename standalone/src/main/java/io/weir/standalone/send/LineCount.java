package io.weir.standalone.send;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesReader;

/** Counts the lines of a datagram as a gateway does. For one thread. */
final class LineCount {
    private final LineReader line = new LineReader();
    private final SeriesReader series = new SeriesReader();
    private int lines;
    private int bad;

    /** Reads the first {@code length} bytes of {@code datagram}. */
    void read(byte[] datagram, int length) {
        lines = 0;
        bad = 0;
        line.wrap(datagram, 0, length);
        while (line.next()) {
            lines++;
            boolean isGood = line.error() == LineError.NONE
                    && series.read(datagram, line.seriesStart(), line.seriesEnd()) == LineError.NONE;
            bad += isGood ? 0 : 1;
        }
    }

    int lines() {
        return lines;
    }

    /** Lines that a gateway refuses regardless of the time. */
    int bad() {
        return bad;
    }
}
