package io.weir.gateway.opentsdb;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.spelling.ByteText;
import io.weir.gateway.json.JsonRecords;
import io.weir.gateway.opentsdb.OpenTsdbError.Part;
import io.weir.gateway.path.Templates;
import java.io.IOException;
import java.net.SocketAddress;

/**
 * Reads bodies of {@code /api/put}: data points as JSON, alone or in an array. A point that is wrong
 * is refused alone. Belongs to one thread.
 */
public final class PutBodies implements JsonRecords.Target {
    private static final byte[] NOTHING = {};

    /** A data point has one level of its own. Others are skipped. */
    private static final int MAX_DEPTH = 500;

    /** Beyond, a text is not the part of a point. */
    private static final int MOST_TEXT_BYTES = 64 << 10;

    private final PointLines points;
    private final Point point = new Point();
    private final JsonRecords records = new JsonRecords(this, MAX_DEPTH);
    private byte[] bytes = NOTHING;
    private PutReport report = new PutReport();

    /** Writes lines to {@code lines}. */
    public PutBodies(LineIntake lines, Templates templates) {
        this.points = new PointLines(lines, templates, (reason, from, to) -> report.failed(bytes, from, to, reason));
    }

    /** Consumes the points of a body, whose bytes the caller has counted. */
    public PutReport take(byte[] body, int from, int to, SocketAddress source, long receivedNanos) {
        PutReport current = new PutReport();
        report = current;
        bytes = body;
        points.begin(source, receivedNanos);
        records.read(body, from, to);
        current.succeeded(points.handOver());
        bytes = NOTHING; // Releases a large body early.
        report = new PutReport();
        return current;
    }

    @Override
    public void broken(int from, int to, int at) {
        points.refuse(OpenTsdbError.BROKEN_JSON, bytes, from, to, at);
        report.failed(bytes, from, from, OpenTsdbError.BROKEN_JSON.code());
    }

    @Override
    public void record(JsonParser json, JsonToken first) throws IOException {
        point.begin(records.start(json));
        boolean isObject = first == JsonToken.START_OBJECT;
        if (isObject) {
            readObject(json);
        } else {
            json.skipChildren();
            // Completes a string, of which only the start was read.
            json.finishToken();
        }
        point.end(records.end(json));
        OpenTsdbError error = isObject ? points.add(point) : OpenTsdbError.NOT_A_POINT;
        if (error != OpenTsdbError.NONE) {
            points.refuse(error, bytes, point.from(), point.to(), point.place(error.part()));
            String pointer = error.part().pointer();
            report.failed(
                    bytes, point.from(), point.to(), pointer.isEmpty() ? error.code() : pointer + ": " + error.code());
        }
    }

    private void readObject(JsonParser json) throws IOException {
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            switch (name) {
                case "metric" -> readPart(json, value, Part.METRIC, point.metric());
                case "timestamp" -> readPart(json, value, Part.TIMESTAMP, point.timestamp());
                case "value" -> readPart(json, value, Part.VALUE, point.value());
                case "tags" -> readTags(json, value);
                default -> json.skipChildren();
            }
        }
    }

    private void readPart(JsonParser json, JsonToken value, Part part, ByteText text) throws IOException {
        point.place(part, records.start(json));
        text.clear();
        if (!append(json, value, text)) {
            text.clear();
        }
    }

    private void readTags(JsonParser json, JsonToken value) throws IOException {
        point.place(Part.TAGS, records.start(json));
        if (value != JsonToken.START_OBJECT) {
            if (value != JsonToken.VALUE_NULL) {
                point.badTags();
            }
            json.skipChildren();
            return;
        }
        ByteText tags = point.tags();
        // As of every member that is repeated, the last one counts.
        tags.clear();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String key = json.currentName();
            JsonToken text = json.nextToken();
            if (key.indexOf(Point.SEPARATOR) >= 0 || tags.length() > MOST_TEXT_BYTES) {
                point.badTags();
                json.skipChildren();
                continue;
            }
            tags.append(Point.SEPARATOR);
            tags.append(key);
            tags.append(Point.SEPARATOR);
            if (!append(json, text, tags)) {
                point.badTags();
            }
        }
    }

    /** Appends a text, number, true or false. Returns whether the value is one that a part may have. */
    private static boolean append(JsonParser json, JsonToken value, ByteText text) throws IOException {
        if (!value.isScalarValue() || value == JsonToken.VALUE_NULL || json.getTextLength() > MOST_TEXT_BYTES) {
            json.skipChildren();
            return false;
        }
        char[] characters = json.getTextCharacters();
        int from = json.getTextOffset();
        int length = json.getTextLength();
        for (int i = from; i < from + length; i++) {
            if (characters[i] == Point.SEPARATOR) {
                return false;
            }
        }
        text.append(characters, from, length);
        return true;
    }
}
