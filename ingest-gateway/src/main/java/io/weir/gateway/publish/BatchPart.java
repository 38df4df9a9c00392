package io.weir.gateway.publish;

import io.weir.contract.line.LineReader;
import io.weir.gateway.intake.batch.Parcel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Consecutive lines of a batch that become one record; usually all of them.
 *
 * @param firstLine index of the first line, from 0
 * @param from index of its first byte
 * @param to index after the last byte
 */
record BatchPart(int firstLine, int lineCount, int from, int to) {

    /** Splits a batch into parts of at most {@code mostBytes}, unless a single line is longer. */
    static List<BatchPart> of(Parcel.Batch batch, int mostBytes) {
        return of(batch, mostBytes, Set.of());
    }

    /** The same without the lines at the given indices. */
    static List<BatchPart> of(Parcel.Batch batch, int mostBytes, Set<Integer> leftOut) {
        byte[] lines = batch.lines();
        if (leftOut.isEmpty() && (lines.length <= mostBytes || batch.lineCount() == 1)) {
            return List.of(new BatchPart(0, batch.lineCount(), 0, lines.length));
        }
        List<BatchPart> parts = new ArrayList<>();
        LineReader reader = new LineReader();
        reader.wrap(lines, 0, lines.length);
        BatchPart part = new BatchPart(0, 0, 0, 0);
        while (reader.next()) {
            int end = Math.min(lines.length, reader.lineEnd() + 1);
            int index = part.firstLine + part.lineCount;
            boolean isLeftOut = leftOut.contains(index);
            if (part.lineCount > 0 && (isLeftOut || end - part.from > mostBytes)) {
                parts.add(part);
                part = new BatchPart(index, 0, part.to, part.to);
            }
            part = isLeftOut
                    ? new BatchPart(index + 1, 0, end, end)
                    : new BatchPart(part.firstLine, part.lineCount + 1, part.from, end);
        }
        if (part.lineCount > 0) {
            parts.add(part);
        }
        return parts;
    }

    byte[] linesOf(Parcel.Batch batch) {
        return to - from == batch.lines().length ? batch.lines() : Arrays.copyOfRange(batch.lines(), from, to);
    }
}
