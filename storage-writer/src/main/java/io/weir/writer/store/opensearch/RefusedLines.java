package io.weir.writer.store.opensearch;

import io.weir.writer.store.Refusals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lines that the server has refused, until they are reported. A bulk request names them all at
 * once, so that none has to be isolated. Used by one thread.
 */
final class RefusedLines {
    private final List<Line> lines = new ArrayList<>();

    private record Line(int from, byte[] bytes, String reason) {
        boolean isIn(byte[] batch, int length) {
            int to = from + bytes.length;
            return to <= length && Arrays.equals(bytes, 0, bytes.length, batch, from, to);
        }
    }

    void clear() {
        lines.clear();
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /** The reason of the first line. */
    String firstReason() {
        return lines.get(0).reason;
    }

    void add(byte[] batch, int from, int to, String reason) {
        lines.add(new Line(from, Arrays.copyOfRange(batch, from, to), reason));
    }

    /** Reports and forgets the lines, those of another batch excepted. */
    void report(byte[] batch, int length, Refusals refusals) {
        for (Line line : lines) {
            if (line.isIn(batch, length)) {
                refusals.refused(line.from, line.from + line.bytes.length, line.reason);
            }
        }
        lines.clear();
    }
}
