package io.weir.standalone.query;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** A successful answer of the API, read token by token. */
final class ApiAnswer {
    private static final JsonFactory JSON = new JsonFactory();

    private ApiAnswer() {}

    /** Reads the value of {@code data}; its first token is current. Ends at its last one. */
    interface DataReader {
        void read(JsonParser data) throws IOException;
    }

    /**
     * Reads all of it.
     *
     * @param warnings receives the server's notes on its answer
     * @throws JsonProcessingException if the body is not an answer of the API
     * @throws JsonEOFException if the body ends early
     */
    static void read(InputStream body, DataReader data, Consumer<String> warnings) throws IOException {
        boolean hasData = false;
        try (JsonParser in = JSON.createParser(body)) {
            in.nextToken();
            require(in, JsonToken.START_OBJECT);
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String key = in.currentName();
                in.nextToken();
                switch (key) {
                    case "data" -> {
                        data.read(in);
                        hasData = true;
                    }
                    case "warnings", "infos" -> readWarnings(in, warnings);
                    default -> in.skipChildren();
                }
            }
            require(in, JsonToken.END_OBJECT);
            if (!hasData) {
                throw new JsonParseException(in, "the key data is missing");
            }
        }
    }

    private static void readWarnings(JsonParser in, Consumer<String> warnings) throws IOException {
        require(in, JsonToken.START_ARRAY);
        while (in.nextToken() != JsonToken.END_ARRAY) {
            warnings.accept(in.getText());
            in.skipChildren();
        }
    }

    /** Reads an object of labels. */
    static Labels labels(JsonParser in) throws IOException {
        require(in, JsonToken.START_OBJECT);
        Map<String, String> labels = new LinkedHashMap<>();
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            in.nextToken();
            require(in, JsonToken.VALUE_STRING);
            labels.put(name, in.getText());
        }
        require(in, JsonToken.END_OBJECT);
        return new Labels(labels);
    }

    /** Requires the current token, which is missing at the end of the body. */
    static void require(JsonParser in, JsonToken expected) throws JsonProcessingException {
        if (in.currentToken() == null) {
            throw new JsonEOFException(in, expected, "the answer ends early");
        }
        if (in.currentToken() != expected) {
            throw new JsonParseException(in, expected + " is expected");
        }
    }
}
