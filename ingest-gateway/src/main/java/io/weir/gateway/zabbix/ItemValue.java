package io.weir.gateway.zabbix;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.gateway.intake.spelling.ByteText;
import io.weir.gateway.json.JsonRecords;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** The texts of one value, and their places. Reusable; not thread-safe. */
final class ItemValue {
    /** Zabbix' own limit for a text, in characters. */
    static final int MOST_TEXT = 64 << 10;

    private final Map<Part, Member> members = new EnumMap<>(Part.class);
    private int from;
    private int to;

    /** One part of a value: its text and its place. */
    private static final class Member {
        private final ByteText text = new ByteText(64);
        private int place;
        private boolean isThere;
        private boolean isBad;
    }

    ItemValue() {
        for (Part part : Part.values()) {
            members.put(part, new Member());
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
                Member member = member(part);
                member.place = records.start(json);
                read(json, token, member);
            }
        }
        to = records.end(json);
    }

    private void begin(int at) {
        from = at;
        for (Member member : members.values()) {
            member.text.clear();
            member.place = at;
            member.isThere = false;
            member.isBad = false;
        }
    }

    private static void read(JsonParser json, JsonToken token, Member member) throws IOException {
        boolean isNull = token == JsonToken.VALUE_NULL;
        member.text.clear();
        member.isThere = token.isScalarValue() && !isNull && json.getTextLength() <= MOST_TEXT;
        member.isBad = !member.isThere && !isNull;
        if (member.isThere) {
            member.text.append(json.getTextCharacters(), json.getTextOffset(), json.getTextLength());
        }
        json.skipChildren();
    }

    private Member member(Part part) {
        return Objects.requireNonNull(members.get(part));
    }

    boolean has(Part part) {
        return member(part).isThere;
    }

    /** Whether a part is an object, an array or too long. */
    boolean isBad(Part part) {
        return member(part).isBad;
    }

    /** The text of a part; empty if it is missing or bad. */
    ByteText text(Part part) {
        return member(part).text;
    }

    /** The index of a part, or of the value if the part is missing. */
    int place(Part part) {
        return member(part).place;
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
