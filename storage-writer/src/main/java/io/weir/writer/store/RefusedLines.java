package io.weir.writer.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lines that a server has refused, until they are reported. For servers that name all refused lines in one answer, so
 * that the writer need not search for them. Used by one thread.
 */
public final class RefusedLines {
    private final List<Line> lines = new ArrayList<>();

    private record Line(int from, byte[] bytes, String reason) {
        boolean isIn(byte[] batch, int length) {
            int to = from + bytes.length;
            return to <= length && Arrays.equals(bytes, 0, bytes.length, batch, from, to);
        }
    }

    /** Forgets all lines. */
    public void clear() {
        lines.clear();
    }

    /** Whether no line is refused. */
    public boolean isEmpty() {
        return lines.isEmpty();
    }

    /** The reason of the first line. */
    public String firstReason() {
        return lines.get(0).reason;
    }

    /** Adds the line at {@code [from, to)}. */
    public void add(byte[] batch, int from, int to, String reason) {
        lines.add(new Line(from, Arrays.copyOfRange(batch, from, to), reason));
    }

    /** Reports and forgets the lines, those of another batch excepted. */
    public void report(byte[] batch, int length, Refusals refusals) {
        for (Line line : lines) {
            if (line.isIn(batch, length)) {
                refusals.refused(line.from, line.from + line.bytes.length, line.reason);
            }
        }
        lines.clear();
    }
}
