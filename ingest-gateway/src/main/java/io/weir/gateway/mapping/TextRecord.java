package io.weir.gateway.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.weir.contract.line.Utf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The record that a reader of texts has read last: its values by name, and their places. */
final class TextRecord {
    private final List<String> names = new ArrayList<>();
    private int[] places = new int[16];
    private ObjectNode values = JsonNodeFactory.instance.objectNode();
    private RecordError error = RecordError.NONE;
    private int from;
    private int to;
    private int at;

    /** Starts a record at this index. */
    void begin(int from) {
        values = JsonNodeFactory.instance.objectNode();
        names.clear();
        error = RecordError.NONE;
        this.from = from;
    }

    /** Adds a value, which begins at index {@code at}. */
    void add(String name, TextNode value, int at) {
        if (values.replace(name, value) != null) {
            wrong(RecordError.DUPLICATE, at);
            return;
        }
        if (names.size() == places.length) {
            places = Arrays.copyOf(places, 2 * places.length);
        }
        places[names.size()] = at;
        names.add(name);
    }

    /** The first mistake counts. */
    void wrong(RecordError why, int at) {
        if (error == RecordError.NONE) {
            error = why;
            this.at = at;
        }
    }

    /** Ends the record before this index. */
    void end(byte[] bytes, int to) {
        this.to = to;
        int invalid = Utf8.firstInvalid(bytes, from, to);
        if (invalid >= 0) {
            wrong(RecordError.NOT_UTF8, invalid);
        }
    }

    static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, UTF_8);
    }

    JsonNode values() {
        return values;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    /** Why the record cannot be read. */
    RecordError error() {
        return error;
    }

    /** The index of the mistake. */
    int errorAt() {
        return at;
    }

    /** The index of a value; the start of the record without it. */
    int placeOf(JsonPointer pointer) {
        int index = pointer.matches() ? -1 : names.indexOf(pointer.getMatchingProperty());
        return index < 0 ? from : places[index];
    }
}
