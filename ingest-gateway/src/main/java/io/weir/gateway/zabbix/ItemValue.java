package io.weir.gateway.zabbix;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.gateway.intake.ByteText;
import io.weir.gateway.json.JsonRecords;
import java.io.IOException;

/** The texts of one value, and their places. Reusable; not thread-safe. */
final class ItemValue {
    /** Zabbix' own limit for a text, in characters. */
    static final int MOST_TEXT = 64 << 10;

    private final ByteText[] texts = new ByteText[Part.COUNT];
    private final int[] places = new int[Part.COUNT];
    private final boolean[] has = new boolean[Part.COUNT];
    private final boolean[] bad = new boolean[Part.COUNT];
    private int from;
    private int to;

    ItemValue() {
        for (int i = 0; i < texts.length; i++) {
            texts[i] = new ByteText(64);
        }
    }

    /** Reads an object, whose first token was read. Of a repeated member, the last one counts. */
    void read(JsonParser json, JsonRecords records) throws IOException {
        begin(records.start(json));
        while (json.nextToken() != JsonToken.END_OBJECT) {
            Part part = Part.of(json.currentName());
            JsonToken token = json.nextToken();
            if (part == null) {
                json.skipChildren();
            } else {
                places[part.ordinal()] = records.start(json);
                read(json, token, part);
            }
        }
        to = records.end(json);
    }

    private void begin(int at) {
        from = at;
        for (int i = 0; i < texts.length; i++) {
            texts[i].clear();
            places[i] = at;
            has[i] = false;
            bad[i] = false;
        }
    }

    private void read(JsonParser json, JsonToken token, Part part) throws IOException {
        ByteText text = texts[part.ordinal()];
        text.clear();
        boolean isText = token.isScalarValue() && token != JsonToken.VALUE_NULL && json.getTextLength() <= MOST_TEXT;
        has[part.ordinal()] = isText;
        if (isText) {
            text.append(json.getTextCharacters(), json.getTextOffset(), json.getTextLength());
        }
        bad[part.ordinal()] = !isText && token != JsonToken.VALUE_NULL;
        json.skipChildren();
    }

    boolean has(Part part) {
        return has[part.ordinal()];
    }

    /** The text of a part; empty if it is missing, or no text. */
    ByteText text(Part part) {
        return texts[part.ordinal()];
    }

    /** The index of a part, or of the value if the part is missing. */
    int place(Part part) {
        return places[part.ordinal()];
    }

    /** Whether a part is an object, an array or too long. */
    boolean isBad(Part part) {
        return bad[part.ordinal()];
    }

    /** The index of the first byte. */
    int from() {
        return from;
    }

    /** The index after the last byte. */
    int to() {
        return to;
    }
}
