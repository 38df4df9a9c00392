package io.weir.gateway.flume;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.json.JsonRecords;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Reads consecutive events, alone or in arrays, and writes each as a line. After broken JSON,
 * reading resumes after the first line feed that follows the start of the broken event, because the
 * library writes each event on its own line. Never throws because of data. Not thread-safe.
 */
final class FlumeEvents implements JsonRecords.Target {
    private static final int MAX_DEPTH = 32;
    private static final int LONGEST_PREFIX = 10_000;

    private final Headers headers = new Headers();
    private final EventLine line;
    private final Refused refused;
    private final Consumer<FlumeError> badValue = this::refuse;
    private final JsonRecords records = new JsonRecords(this, MAX_DEPTH);
    private int eventFrom;
    private int eventTo;
    private FlumeError error = FlumeError.NONE;

    /** Receives rejected events: their bytes, and the index of the error. */
    interface Refused {
        void event(FlumeError error, int from, int to, int at);
    }

    FlumeEvents(LineSpeller lines, Refused refused) {
        this.line = new EventLine(lines);
        this.refused = refused;
    }

    /**
     * Adds a line for each event in the bytes from {@code from} up to {@code to}. Returns whether
     * all of it was JSON.
     */
    boolean read(byte[] bytes, int from, int to) {
        return records.read(bytes, from, to);
    }

    @Override
    public void broken(int from, int to, int at) {
        refused.event(FlumeError.BROKEN_JSON, from, to, at);
    }

    @Override
    public void record(JsonParser json, JsonToken token) throws IOException {
        eventFrom = records.start(json);
        headers.clear();
        error = FlumeError.NONE;
        boolean hasHeaders = false;
        if (token == JsonToken.START_OBJECT) {
            while (json.nextToken() != JsonToken.END_OBJECT) {
                boolean isHeaders = json.currentName().equals("headers");
                JsonToken value = json.nextToken();
                if (isHeaders && value == JsonToken.START_OBJECT) {
                    hasHeaders = true;
                    readHeaders(json, "");
                } else {
                    json.skipChildren();
                }
            }
        } else {
            json.skipChildren();
            // Completes a string, of which only the start was read.
            json.finishToken();
        }
        eventTo = records.end(json);
        if (!hasHeaders) {
            error = FlumeError.NOT_AN_EVENT;
        }
        if (error == FlumeError.NONE) {
            error = line.spell(headers, badValue);
        }
        if (error != FlumeError.NONE) {
            refuse(error);
        }
    }

    private void refuse(FlumeError why) {
        refused.event(why, eventFrom, eventTo, eventFrom);
    }

    private void readHeaders(JsonParser json, String prefix) throws IOException {
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String key = json.currentName();
            JsonToken value = json.nextToken();
            if (value == JsonToken.START_OBJECT && prefix.length() + key.length() > LONGEST_PREFIX) {
                error = FlumeError.TOO_MANY_HEADERS;
                json.skipChildren();
            } else if (value == JsonToken.START_OBJECT) {
                readHeaders(json, prefix + key + ".");
            } else if (value == JsonToken.START_ARRAY) {
                error = FlumeError.BAD_HEADER;
                json.skipChildren();
            } else if (headers.areFull()) {
                error = FlumeError.TOO_MANY_HEADERS;
            } else if (value != JsonToken.VALUE_NULL) {
                boolean isLiteral = value != JsonToken.VALUE_STRING;
                headers.add(
                        prefix, key, json.getTextCharacters(), json.getTextOffset(), json.getTextLength(), isLiteral);
            }
        }
    }
}
