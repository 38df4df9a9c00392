package io.weir.gateway.mapping;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Finds a value in the bytes of a record, for messages about it. Not on the hot path. */
final class JsonPlace {
    private JsonPlace() {}

    /** The index of the value's first byte in {@code bytes[from, to)}; {@code from} without it. */
    static int of(JsonPointer pointer, byte[] bytes, int from, int to) {
        if (pointer.matches()) {
            return from;
        }
        try (JsonParser json = JsonTrees.JSON.createParser(bytes, from, to - from)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                boolean isValue = token.isScalarValue() || token.isStructStart();
                if (isValue && isAt(pointer, json, token)) {
                    return from + (int) json.currentTokenLocation().getByteOffset();
                }
            }
        } catch (IOException e) {
            // The record was readable as a tree.
            throw new IllegalStateException(e);
        }
        return from;
    }

    private static boolean isAt(JsonPointer pointer, JsonParser json, JsonToken token) {
        var context = token.isStructStart() ? json.getParsingContext().getParent() : json.getParsingContext();
        return context != null && pointer.equals(context.pathAsPointer());
    }
}
