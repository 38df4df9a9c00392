package io.weir.query.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;

/** What answers of stores in JSON have in common. */
public final class StoreJson {
    private static final JsonFactory FACTORY = new JsonFactory();

    private StoreJson() {}

    public static JsonParser parser(InputStream body) throws IOException {
        return FACTORY.createParser(body);
    }

    /** The sample in a cell that is not null: a flag is 0 or 1. */
    public static double sample(JsonParser cell) throws IOException {
        JsonToken token = cell.currentToken();
        if (token == JsonToken.VALUE_TRUE) {
            return 1;
        }
        if (token == JsonToken.VALUE_FALSE) {
            return 0;
        }
        double value = cell.getDoubleValue();
        // For Jackson, -0 is an integer, which has no negative zero.
        boolean isNegativeZero = value == 0 && cell.getTextCharacters()[cell.getTextOffset()] == '-';
        return isNegativeZero ? -0.0 : value;
    }

    /** The text {@code error} in the body of an error; the body if there is none. */
    static String reason(String body) {
        try (JsonParser parser = FACTORY.createParser(body)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean isReason = parser.currentName().equals("error");
                if (parser.nextToken() == JsonToken.VALUE_STRING && isReason) {
                    return parser.getText();
                }
                parser.skipChildren();
            }
        } catch (IOException e) {
            // No JSON, or only its beginning.
        }
        return body;
    }
}
