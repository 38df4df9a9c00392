package io.weir.gateway.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.json.JsonRecords;
import java.io.IOException;

/** Writes JSON records as lines, by a {@link RecordMapping}: one after the other, or in an array. */
final class JsonLines implements RecordLines, JsonRecords.Target {
    /** A tree of a record needs up to fifty times its bytes. */
    static final int MOST_BYTES = 1 << 20;

    static final int MOST_DEPTH = 32;

    private static final byte[] NOTHING = {};

    private static final int PORTION_BYTES = 64 << 10;

    private final JsonPointer place;
    private final LineSpeller lines = new LineSpeller(2 * PORTION_BYTES);
    private final RecordRoom room = new RecordRoom();
    private final RecordLine line;
    private final Target target;
    private final JsonRecords records = new JsonRecords(this, MOST_DEPTH);
    private byte[] bytes = NOTHING;

    /** Hands lines and refused records over to {@code target}. */
    JsonLines(RecordMapping mapping, Target target) {
        this.place = mapping.records();
        this.line = new RecordLine(mapping, lines, room);
        this.target = target;
    }

    @Override
    public void read(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        records.read(bytes, from, to);
        handOver();
        this.bytes = NOTHING; // Releases a large body early.
    }

    @Override
    public void broken(int from, int to, int at) {
        target.refused(RecordError.BROKEN_JSON, JsonPointer.empty(), bytes, from, to, at);
    }

    @Override
    public void record(JsonParser json, JsonToken first) throws IOException {
        int from = records.start(json);
        json.skipChildren();
        // Completes a string, of which only the start was read.
        json.finishToken();
        int to = withoutBlanks(from, records.end(json));
        if (to - from > MOST_BYTES) {
            target.refused(RecordError.TOO_LONG, JsonPointer.empty(), bytes, from, to, from);
            return;
        }
        room.message(to - from);
        try {
            readTree(from, to);
        } catch (IOException | NumberFormatException e) { // Too many digits; an exponent beyond 32 bits.
            target.refused(RecordError.OUT_OF_RANGE, JsonPointer.empty(), bytes, from, to, from);
        }
    }

    private void readTree(int from, int to) throws IOException {
        boolean hasRepeated = false;
        JsonNode message;
        try {
            message = JsonTrees.READER.readTree(bytes, from, to - from);
        } catch (MismatchedInputException e) {
            hasRepeated = true;
            message = RepeatedMembers.READER.readTree(bytes, from, to - from);
        }
        JsonNode found = message.at(place);
        if (hasRepeated && (place.matches() || RepeatedMembers.isIn(message, found))) {
            target.refused(RecordError.DUPLICATE, JsonPointer.empty(), bytes, from, to, from);
        } else if (place.matches()) {
            write(message, message, from, to);
        } else if (found.isArray()) {
            for (JsonNode record : found) {
                writeInner(record, message, hasRepeated);
            }
        } else if (found.isObject()) {
            writeInner(found, message, hasRepeated);
        } else {
            target.refused(RecordError.NOT_A_RECORD, place, bytes, from, to, from);
        }
    }

    /** The parser reads one byte beyond a number, which may be a blank. */
    private int withoutBlanks(int from, int to) {
        int end = to;
        while (end > from && isBlank(bytes[end - 1])) {
            end--;
        }
        return end;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    private void write(JsonNode record, JsonNode message, int from, int to) {
        RecordError error = write(record, message);
        if (error != RecordError.NONE) {
            int at = JsonPlace.of(line.errorAt(), bytes, from, to);
            target.refused(error, line.errorAt(), bytes, from, to, at);
        }
    }

    /** A record that is refused is written again, without the message around it. */
    private void writeInner(JsonNode record, JsonNode message, boolean mayRepeat) {
        boolean isRepeated = mayRepeat && RepeatedMembers.isIn(record, null);
        RecordError error = isRepeated ? RecordError.DUPLICATE : write(record, message);
        if (error != RecordError.NONE) {
            byte[] text = record.toString().getBytes(UTF_8);
            JsonPointer where = isRepeated ? JsonPointer.empty() : line.errorAt();
            int at = JsonPlace.of(where, text, 0, text.length);
            target.refused(error, where, text, 0, text.length, at);
        }
    }

    private RecordError write(JsonNode record, JsonNode message) {
        RecordError error = line.write(record, message);
        if (lines.length() > PORTION_BYTES) {
            handOver();
        }
        return error;
    }

    private void handOver() {
        target.lines(lines.array(), lines.length());
        lines.clear();
    }
}
