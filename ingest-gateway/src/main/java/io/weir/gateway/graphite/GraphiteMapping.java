package io.weir.gateway.graphite;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.state.SeriesTable;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.LineSpeller;
import io.weir.gateway.intake.Mapping;
import io.weir.gateway.intake.NumberText;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.StampUnit;
import java.net.SocketAddress;
import java.util.Arrays;

/**
 * Reads {@code path value timestamp}, one on each line. Words are separated by blanks. Without a
 * timestamp, or with {@code -1}, the time is that of receipt. Allocates nothing for a known path.
 */
public final class GraphiteMapping implements Mapping {
    /** Bytes of the paths that are remembered, and of their lines; beyond, all are forgotten. */
    private static final int MOST_BYTES = 16 << 20;

    /** Longer lines are not remembered. */
    private static final int MOST_LINE_BYTES = 4 << 10;

    /** Heap bytes of a remembered path beyond its own. */
    private static final int PATH_BYTES = 100;

    /** Beyond these seconds, nanoseconds exceed 64 bits. */
    private static final long MOST_SECONDS = Long.MAX_VALUE / 1_000_000_000 - 1;

    private static final int NANO_DIGITS = 9;
    private static final long NONE = Long.MIN_VALUE;
    private static final long BAD = Long.MIN_VALUE + 1;
    private static final long FAR = Long.MIN_VALUE + 2;

    private final LineIntake lines;
    private final PathMapping paths;
    private final SeriesTable<byte[]> known = new SeriesTable<>();
    private int knownBytes;
    private final LineSpeller spelled = new LineSpeller(64 << 10);

    /** Writes lines to {@code lines}. */
    public GraphiteMapping(LineIntake lines, Templates templates) {
        this.lines = lines;
        this.paths = new PathMapping(templates);
    }

    @Override
    public LineIntake lines() {
        return lines;
    }

    @Override
    public void messages(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        spelled.clear();
        for (int at = from; at < to; ) {
            int end = at;
            while (end < to && bytes[end] != '\n') {
                end++;
            }
            message(bytes, at, end, source, receivedNanos);
            at = end + 1;
        }
        lines.lines(spelled.array(), 0, spelled.length(), StampUnit.NS, source, receivedNanos, RefusalListener.NONE);
    }

    private void message(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        int path = word(bytes, from, to);
        if (path == to) {
            return;
        }
        int pathEnd = wordEnd(bytes, path, to);
        int value = word(bytes, pathEnd, to);
        int valueEnd = wordEnd(bytes, value, to);
        int stamp = word(bytes, valueEnd, to);
        int stampEnd = wordEnd(bytes, stamp, to);
        GraphiteError error;
        int at = path;
        if (value == to || word(bytes, stampEnd, to) < to) {
            error = GraphiteError.NOT_A_METRIC;
        } else {
            error = error(bytes, value, valueEnd);
            at = value;
        }
        long nanos = stamp == to ? NONE : nanos(bytes, stamp, stampEnd);
        if (error == GraphiteError.NONE && (nanos == BAD || nanos == FAR)) {
            error = nanos == BAD ? GraphiteError.BAD_TIMESTAMP : GraphiteError.FAR_TIMESTAMP;
            at = stamp;
        }
        if (error == GraphiteError.NONE) {
            error = append(bytes, path, pathEnd);
            at = path;
        }
        if (error == GraphiteError.NONE) {
            end(bytes, value, valueEnd, nanos);
        } else {
            lines.refuse(error.code(), bytes, from, to, at, source, receivedNanos);
        }
    }

    private void end(byte[] bytes, int value, int valueEnd, long nanos) {
        spelled.verbatim(bytes, bytes[value] == '+' ? value + 1 : value, valueEnd);
        if (nanos == NONE) {
            spelled.endLine();
        } else {
            spelled.endLine(nanos);
        }
    }

    /** Appends a path's series and field key. */
    private GraphiteError append(byte[] bytes, int from, int to) {
        long hash = SeriesHash.of(bytes, from, to);
        int slot = known.find(bytes, from, to, hash);
        if (slot < 0) {
            byte[] line = paths.of(bytes, from, to);
            if (paths.error() != GraphiteError.NONE) {
                return paths.error();
            }
            if (line.length > MOST_LINE_BYTES) {
                spelled.begun(line);
                return GraphiteError.NONE;
            }
            slot = remember(Arrays.copyOfRange(bytes, from, to), hash, line);
        }
        spelled.begun(known.value(slot));
        return GraphiteError.NONE;
    }

    private int remember(byte[] path, long hash, byte[] line) {
        int more = path.length + line.length + PATH_BYTES;
        if (knownBytes + more > MOST_BYTES) {
            known.clear();
            knownBytes = 0;
        }
        knownBytes += more;
        return known.add(path, hash, line);
    }

    private static GraphiteError error(byte[] bytes, int from, int to) {
        if (!isNumber(bytes, from, to)) {
            return NumberText.isNotFinite(bytes, from, to) ? GraphiteError.NOT_FINITE : GraphiteError.BAD_NUMBER;
        }
        return NumberText.fitsDouble(bytes, from, to) ? GraphiteError.NONE : GraphiteError.OUT_OF_RANGE;
    }

    /** As in line protocol, or with a plus. */
    private static boolean isNumber(byte[] bytes, int from, int to) {
        if (bytes[from] != '+') {
            return NumberText.isNumber(bytes, from, to);
        }
        return from + 1 < to && bytes[from + 1] != '-' && NumberText.isNumber(bytes, from + 1, to);
    }

    /** A timestamp in seconds as nanoseconds; {@link #NONE} for -1. */
    private static long nanos(byte[] bytes, int from, int to) {
        long plain = plainNanos(bytes, from, to);
        if (plain != BAD || !isNumber(bytes, from, to)) {
            return plain;
        }
        double seconds = Double.parseDouble(new String(bytes, from, to - from, US_ASCII));
        return Math.abs(seconds) > MOST_SECONDS ? FAR : Math.round(seconds * 1e9);
    }

    /** Reads digits, with decimals or not, exactly; {@link #BAD} for other numbers. */
    private static long plainNanos(byte[] bytes, int from, int to) {
        boolean isNegative = bytes[from] == '-';
        int at = isNegative ? from + 1 : from;
        int digits = at;
        long seconds = 0;
        while (at < to && isDigit(bytes[at])) {
            seconds = seconds * 10 + bytes[at++] - '0';
            if (seconds > MOST_SECONDS) {
                return FAR;
            }
        }
        if (at == digits) {
            return BAD;
        }
        long nanos = seconds * 1_000_000_000;
        if (at < to && bytes[at] == '.') {
            long unit = 1_000_000_000;
            at++;
            for (int places = 0; at < to && isDigit(bytes[at]); places++, at++) {
                unit /= 10;
                nanos += places < NANO_DIGITS ? (bytes[at] - '0') * unit : 0;
            }
        }
        if (at < to) {
            return BAD;
        }
        return isNegative ? (nanos == 1_000_000_000 ? NONE : -nanos) : nanos;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /** The index of the next byte that is no blank. */
    private static int word(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && isBlank(bytes[at])) {
            at++;
        }
        return at;
    }

    private static int wordEnd(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && !isBlank(bytes[at])) {
            at++;
        }
        return at;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\r';
    }
}
