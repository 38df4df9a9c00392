package io.weir.dashboard.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Reads and writes JSON except that of alarms: records, maps and lists of texts and numbers. */
public final class Json {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Json() {}

    /** The JSON in one line. */
    public static byte[] bytes(Object value) {
        try {
            return JSON.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("records of texts and numbers can always be written", e);
        }
    }

    /** @throws ApiException if the text is not a JSON object */
    public static JsonNode object(String text) {
        try {
            JsonNode read = JSON.readTree(text);
            if (read.isObject()) {
                return read;
            }
        } catch (JsonProcessingException e) {
            // Reported below.
        }
        throw new ApiException(400, "the body must be a JSON object");
    }
}
