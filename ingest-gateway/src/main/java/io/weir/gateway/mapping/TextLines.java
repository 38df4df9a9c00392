package io.weir.gateway.mapping;

import com.fasterxml.jackson.core.JsonPointer;
import io.weir.gateway.intake.spelling.LineSpeller;
import java.util.Arrays;

/** Writes records whose values are texts as lines, by a {@link RecordMapping}. */
final class TextLines implements RecordLines {
    static final int MOST_BYTES = 1 << 20;

    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final int PORTION_BYTES = 64 << 10;

    private final LineSpeller lines = new LineSpeller(2 * PORTION_BYTES);
    private final RecordRoom room = new RecordRoom();
    private final RecordLine line;
    private final TextRecords records;
    private final Target target;

    TextLines(RecordMapping mapping, Target target, TextRecords records) {
        this.line = new RecordLine(mapping, lines, room);
        this.records = records;
        this.target = target;
    }

    @Override
    public void read(byte[] bytes, int from, int to) {
        int markEnd = Math.min(to, from + MARK.length);
        boolean hasMark = Arrays.equals(bytes, from, markEnd, MARK, 0, MARK.length);
        records.begin(bytes, hasMark ? markEnd : from, to);
        TextRecord record = records.record();
        while (records.next()) {
            write(record, bytes);
            if (lines.length() > PORTION_BYTES) {
                handOver();
            }
        }
        handOver();
    }

    private void write(TextRecord record, byte[] bytes) {
        int from = record.from();
        int to = record.to();
        if (to - from > MOST_BYTES) {
            target.refused(RecordError.TOO_LONG, JsonPointer.empty(), bytes, from, to, from);
        } else if (record.error() != RecordError.NONE) {
            target.refused(record.error(), JsonPointer.empty(), bytes, from, to, record.errorAt());
        } else {
            room.message(to - from);
            RecordError error = line.write(record.values(), record.values());
            if (error != RecordError.NONE) {
                target.refused(error, line.errorAt(), bytes, from, to, record.placeOf(line.errorAt()));
            }
        }
    }

    private void handOver() {
        target.lines(lines.array(), lines.length());
        lines.clear();
    }
}
