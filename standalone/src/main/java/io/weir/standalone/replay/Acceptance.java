package io.weir.standalone.replay;

import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.SeriesHash;
import io.weir.contract.line.SeriesReader;
import io.weir.contract.state.SeriesTable;
import io.weir.gateway.intake.stamp.StampUnit;
import java.util.Arrays;

/**
 * Decides whether a gateway with default settings would accept a line, and returns the line's
 * series in canonical form. Timestamp limits do not apply, because there is no receive time to
 * compare with. Used by one thread.
 */
final class Acceptance {
    /** The number of series that a gateway remembers before it starts over. */
    private static final int MOST_KNOWN = 2_000_000;

    private final StampUnit unit;
    private final SeriesReader reader = new SeriesReader();
    private SeriesTable<byte[]> canonical = new SeriesTable<>();
    private byte[] series = {};
    private int errorAt;

    /** @param unit of the lines' timestamps */
    Acceptance(StampUnit unit) {
        this.unit = unit;
    }

    /**
     * Returns why the current line is refused, or {@link LineError#NONE}; then {@link #series} is
     * its series.
     */
    LineError take(LineReader line) {
        if (line.error() != LineError.NONE) {
            errorAt = line.errorAt();
            return line.error();
        }
        if (line.hasTimestamp() && !unit.fits(line.timestamp())) {
            errorAt = line.fieldsEnd() + 1;
            return LineError.TIMESTAMP_OUT_OF_RANGE;
        }
        return findSeries(line);
    }

    private LineError findSeries(LineReader line) {
        int from = line.seriesStart();
        int to = line.seriesEnd();
        long hash = SeriesHash.of(line.bytes(), from, to);
        int slot = canonical.find(line.bytes(), from, to, hash);
        if (slot >= 0) {
            series = canonical.value(slot);
            return LineError.NONE;
        }
        LineError error = reader.read(line.bytes(), from, to);
        if (error != LineError.NONE) {
            errorAt = reader.errorAt();
            return error;
        }
        if (canonical.size() == MOST_KNOWN) {
            canonical = new SeriesTable<>();
        }
        series = reader.canonical();
        canonical.add(Arrays.copyOfRange(line.bytes(), from, to), hash, series);
        return LineError.NONE;
    }

    /** Index of the error in the bytes of a refused line. */
    int errorAt() {
        return errorAt;
    }

    /** The canonical series of an accepted line; must not be modified. */
    byte[] series() {
        return series;
    }

    /** The timestamp of an accepted line that has one, in nanoseconds since 1970. */
    long stampNanos(LineReader line) {
        return unit.toNanos(line.timestamp());
    }
}
