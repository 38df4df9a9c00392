package io.weir.gateway.mapping;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.weir.contract.config.Refusal;

/** Where a value comes from. Immutable. */
sealed interface Source {

    /** The value for a record of a message; missing if there is none. */
    JsonNode in(JsonNode record, JsonNode message);

    /** The place of the value in a record; empty for a value that is the same in all. */
    JsonPointer pointer();

    /** A text that begins with a slash is a pointer, another one is the value itself. */
    static Source of(String text) {
        return text.startsWith("/") ? new Place(pointer(text)) : new Constant(TextNode.valueOf(text));
    }

    /** Reads a pointer into a record. */
    static JsonPointer pointer(String text) {
        if (!text.startsWith("/")) {
            throw new Refusal(
                    "must be a JSON pointer, was " + Refusal.quote(text),
                    "begin with a slash, such as /time or /host/name");
        }
        return JsonPointer.compile(text);
    }

    /** A value of the record, or else of the message around it. */
    record Place(JsonPointer pointer) implements Source {
        @Override
        public JsonNode in(JsonNode record, JsonNode message) {
            JsonNode value = record.at(pointer);
            return value.isMissingNode() ? message.at(pointer) : value;
        }
    }

    /** The same value for all records. */
    record Constant(TextNode value) implements Source {
        @Override
        public JsonNode in(JsonNode record, JsonNode message) {
            return value;
        }

        @Override
        public JsonPointer pointer() {
            return JsonPointer.empty();
        }
    }
}
