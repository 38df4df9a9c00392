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
        try (JsonParser json = JsonTrees.JSON.createParser(bytes, from, to - from)) {
            return from + find(pointer, json);
        } catch (IOException e) {
            // The text of a tree can have longer numbers than may be read.
            return from;
        }
    }

    /** Enters only the objects and arrays on the way to the value. */
    private static int find(JsonPointer pointer, JsonParser json) throws IOException {
        JsonPointer rest = pointer;
        JsonToken token = json.nextToken();
        while (!rest.matches()) {
            boolean isFound = token == JsonToken.START_OBJECT
                    ? findMember(rest.getMatchingProperty(), json)
                    : token == JsonToken.START_ARRAY && findElement(rest.getMatchingIndex(), json);
            if (!isFound) {
                return 0;
            }
            token = json.currentToken();
            rest = rest.tail();
        }
        return (int) json.currentTokenLocation().getByteOffset();
    }

    private static boolean findMember(String name, JsonParser json) throws IOException {
        while (json.nextToken() != JsonToken.END_OBJECT) {
            boolean isSought = json.currentName().equals(name);
            json.nextToken();
            if (isSought) {
                return true;
            }
            json.skipChildren();
        }
        return false;
    }

    private static boolean findElement(int index, JsonParser json) throws IOException {
        for (int i = 0; json.nextToken() != JsonToken.END_ARRAY; i++) {
            if (i == index) {
                return true;
            }
            json.skipChildren();
        }
        return false;
    }
}
