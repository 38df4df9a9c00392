package io.weir.gateway.zabbix;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.gateway.json.JsonRecords;
import java.io.IOException;

/**
 * The members of a request around its values. Agents write them before or after the values, so the
 * values are read afterwards. Reusable; not thread-safe.
 */
final class Request implements JsonRecords.Target {
    /** A longer kind, host or session counts as missing. */
    private static final int MOST_TEXT = 1 << 10;

    private final JsonRecords records = new JsonRecords(this, ZabbixIntake.MAX_DEPTH);
    private String kind = "";
    private String host = "";
    private String session = "";
    private int dataFrom;
    private int dataTo;
    private boolean isRead;
    private int wrongAt;

    /** Reads a body. Returns whether it is one JSON object. */
    boolean read(byte[] bytes, int length) {
        kind = "";
        host = "";
        session = "";
        dataFrom = 0;
        dataTo = 0;
        isRead = false;
        wrongAt = -1;
        records.read(bytes, 0, length);
        return isRead && wrongAt < 0;
    }

    /** The index of the error in the JSON. */
    int wrongAt() {
        return Math.max(0, wrongAt);
    }

    String kind() {
        return kind;
    }

    /** The host of all values that have none, or empty. */
    String host() {
        return host;
    }

    String session() {
        return session;
    }

    /** Whether the values are an array, from {@link #dataFrom} to {@link #dataTo}. */
    boolean hasData() {
        return dataTo > 0;
    }

    int dataFrom() {
        return dataFrom;
    }

    int dataTo() {
        return dataTo;
    }

    @Override
    public void broken(int from, int to, int at) {
        wrong(at);
    }

    @Override
    public void record(JsonParser json, JsonToken first) throws IOException {
        boolean isObject = first == JsonToken.START_OBJECT;
        if (isRead || !isObject) {
            wrong(records.start(json));
        }
        isRead = true;
        while (isObject && json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            switch (name) {
                case "request" -> kind = text(json, value);
                case "host" -> host = text(json, value);
                case "session" -> session = text(json, value);
                case "data" -> readData(json, value);
                default -> json.skipChildren();
            }
        }
        json.skipChildren();
        // Completes a string, of which only the start was read.
        json.finishToken();
    }

    private void wrong(int at) {
        if (wrongAt < 0) {
            wrongAt = at;
        }
    }

    private void readData(JsonParser json, JsonToken value) throws IOException {
        boolean isArray = value == JsonToken.START_ARRAY;
        dataFrom = records.start(json);
        json.skipChildren();
        dataTo = isArray ? records.end(json) : 0;
    }

    private static String text(JsonParser json, JsonToken value) throws IOException {
        boolean isText = value.isScalarValue() && value != JsonToken.VALUE_NULL && json.getTextLength() <= MOST_TEXT;
        String text = isText ? json.getText() : "";
        json.skipChildren();
        return text;
    }
}
