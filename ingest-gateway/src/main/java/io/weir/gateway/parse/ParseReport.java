package io.weir.gateway.parse;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.line.Series;
import io.weir.contract.line.SeriesReader;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Map;

/**
 * Reports each line of line protocol as one line of JSON: the metric, or the reason and position of
 * its rejection by the gateway.
 */
public final class ParseReport {
    private static final JsonFactory JSON =
            new JsonFactoryBuilder().rootValueSeparator("\n").build();

    private final LineReader line = new LineReader();
    private final SeriesReader series = new SeriesReader();
    private final JsonGenerator json;

    private ParseReport(JsonGenerator json) {
        this.json = json;
    }

    /**
     * Writes the report and flushes the stream without closing it.
     *
     * @return the number of rejected lines
     */
    public static int write(byte[] bytes, OutputStream out) throws IOException {
        try (JsonGenerator json = JSON.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
            return new ParseReport(json).write(bytes);
        }
    }

    private int write(byte[] bytes) throws IOException {
        int refused = 0;
        boolean isEmpty = true;
        line.wrap(bytes, 0, bytes.length);
        while (line.next()) {
            isEmpty = false;
            LineError error = line.error();
            int at = line.errorAt();
            if (error == LineError.NONE) {
                error = series.read(bytes, line.seriesStart(), line.seriesEnd());
                at = series.errorAt();
            }
            if (error == LineError.NONE) {
                writeMetric();
            } else {
                refused++;
                writeError(error, at);
            }
        }
        if (!isEmpty) {
            json.writeRaw('\n');
        }
        return refused;
    }

    private void writeError(LineError error, int at) throws IOException {
        json.writeStartObject();
        json.writeNumberField("line", line.lineNumber());
        json.writeNumberField("column", at - line.lineStart() + 1);
        json.writeStringField("reason", error.code());
        json.writeStringField("meaning", error.meaning());
        json.writeEndObject();
    }

    private void writeMetric() throws IOException {
        Series decoded = Series.parse(line.bytes(), line.seriesStart(), line.seriesEnd());
        json.writeStartObject();
        json.writeStringField("measurement", decoded.measurement());
        json.writeObjectFieldStart("tags");
        for (Map.Entry<String, String> tag : decoded.tags().entrySet()) {
            json.writeStringField(tag.getKey(), tag.getValue());
        }
        json.writeEndObject();
        json.writeObjectFieldStart("fields");
        for (int i = 0; i < line.fieldCount(); i++) {
            json.writeObjectFieldStart(line.fieldKey(i));
            json.writeStringField("type", line.fieldType(i).name().toLowerCase(Locale.ROOT));
            json.writeFieldName("value");
            writeValue(i);
            json.writeEndObject();
        }
        json.writeEndObject();
        if (line.isMarked() && !line.isEnd()) {
            json.writeBooleanField("change", line.isChange());
        }
        json.writeFieldName("timestamp");
        if (line.hasTimestamp()) {
            json.writeNumber(line.timestamp());
        } else {
            json.writeNull();
        }
        json.writeEndObject();
    }

    private void writeValue(int i) throws IOException {
        switch (line.fieldType(i)) {
            case FLOAT -> json.writeNumber(line.doubleValue(i));
            case INTEGER -> json.writeNumber(line.longValue(i));
            case UNSIGNED -> json.writeNumber(Long.toUnsignedString(line.longValue(i)));
            case BOOLEAN -> json.writeBoolean(line.booleanValue(i));
            case STRING -> json.writeString(line.stringValue(i));
        }
    }
}
