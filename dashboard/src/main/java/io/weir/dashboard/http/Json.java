package io.weir.dashboard.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** The JSON of what is no alarm; of records, maps and lists of texts and numbers. */
public final class Json {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Json() {}

    /** The bytes, in one line. */
    public static byte[] bytes(Object value) {
        try {
            return JSON.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("records of texts and numbers can always be written", e);
        }
    }

    /** @throws AskException if it is no JSON object */
    public static JsonNode object(String text) {
        try {
            JsonNode read = JSON.readTree(text);
            if (read.isObject()) {
                return read;
            }
        } catch (JsonProcessingException e) {
            // Told below.
        }
        throw new AskException(400, "the body must be a JSON object");
    }
}
