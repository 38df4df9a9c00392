package io.weir.gateway.graphite;

import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.Mapping;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.Words;
import io.weir.gateway.intake.spelling.FloatText;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.intake.spelling.SecondsText;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.path.KnownPaths;
import io.weir.gateway.path.Templates;
import java.net.SocketAddress;

/**
 * Reads {@code path value timestamp}, one on each line. Words are separated by blanks. Without a
 * timestamp, or with {@code -1}, the time is that of receipt. Allocates nothing for a known path.
 */
public final class GraphiteMapping implements Mapping {
    /** As without a timestamp. */
    static final long MINUS_ONE = -1_000_000_000;

    private final LineIntake lines;
    private final KnownPaths paths;
    private final LineSpeller spelled = new LineSpeller(64 << 10);

    /** Writes lines to {@code lines}. */
    public GraphiteMapping(LineIntake lines, Templates templates) {
        this.lines = lines;
        this.paths = new KnownPaths(templates, PathTags::read);
    }

    @Override
    public LineIntake lines() {
        return lines;
    }

    @Override
    public void messages(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        spelled.clear();
        for (int at = from; at < to; ) {
            int end = Words.lineEnd(bytes, at, to);
            message(bytes, at, end, source, receivedNanos);
            at = end + 1;
        }
        lines.lines(spelled.array(), 0, spelled.length(), StampUnit.NS, source, receivedNanos, RefusalListener.NONE);
    }

    private void message(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        int path = Words.start(bytes, from, to);
        if (path == to) {
            return;
        }
        int pathEnd = Words.end(bytes, path, to);
        int value = Words.start(bytes, pathEnd, to);
        int valueEnd = Words.end(bytes, value, to);
        int stamp = Words.start(bytes, valueEnd, to);
        int stampEnd = Words.end(bytes, stamp, to);
        GraphiteError error;
        int at = path;
        if (value == to || Words.start(bytes, stampEnd, to) < to) {
            error = GraphiteError.NOT_A_METRIC;
        } else {
            error = GraphiteError.of(FloatText.error(bytes, value, valueEnd));
            at = value;
        }
        long nanos = stamp == to ? MINUS_ONE : SecondsText.nanos(bytes, stamp, stampEnd);
        if (error == GraphiteError.NONE) {
            error = GraphiteError.ofStamp(nanos);
            at = stamp;
        }
        if (error == GraphiteError.NONE) {
            error = GraphiteError.of(paths.begin(bytes, path, pathEnd, spelled));
            at = path;
        }
        if (error == GraphiteError.NONE) {
            end(bytes, value, valueEnd, nanos);
        } else {
            lines.refuse(error.code(), bytes, from, to, at, source, receivedNanos);
        }
    }

    private void end(byte[] bytes, int value, int valueEnd, long nanos) {
        FloatText.write(bytes, value, valueEnd, spelled);
        if (nanos == MINUS_ONE) {
            spelled.endLine();
        } else {
            spelled.endLine(nanos);
        }
    }
}
