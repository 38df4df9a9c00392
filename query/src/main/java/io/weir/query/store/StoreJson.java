package io.weir.query.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads answers of stores in JSON. Some stores write integers of 64 bits in quotes. */
public final class StoreJson {
    private static final JsonFactory FACTORY = new JsonFactory();

    private StoreJson() {}

    public static JsonParser parser(InputStream body) throws IOException {
        return FACTORY.createParser(body);
    }

    /**
     * Reads an answer that is an object, one member of which has the rows.
     *
     * @param rows the name of that member
     * @param error the name of the member that a failed answer has besides
     * @return the text of the error; null if the answer has none
     * @throws IOException if the answer has neither
     */
    public static @Nullable String readRows(InputStream body, String rows, String error, RowReader reader)
            throws IOException {
        boolean hasRows = false;
        String why = null;
        try (JsonParser parser = parser(body)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String member = parser.currentName();
                JsonToken value = parser.nextToken();
                if (member.equals(rows)) {
                    while (parser.nextToken() == JsonToken.START_ARRAY) {
                        reader.read(parser);
                    }
                    hasRows = true;
                } else if (member.equals(error) && value == JsonToken.VALUE_STRING) {
                    why = parser.getText();
                } else {
                    parser.skipChildren();
                }
            }
        }
        if (!hasRows && why == null) {
            throw new IOException("no " + rows);
        }
        return why;
    }

    /** The text in the next cell of a row. */
    public static String nextText(JsonParser row) throws IOException {
        String text = row.nextTextValue();
        if (text == null) {
            throw new IOException("a cell is no text");
        }
        return text;
    }

    /** Ends a row after its last cell. */
    public static void endRow(JsonParser row) throws IOException {
        if (row.nextToken() != JsonToken.END_ARRAY) {
            throw new IOException("a row is too long");
        }
    }

    /** The integer in a cell. */
    static long integer(JsonParser cell) throws IOException {
        if (cell.currentToken() != JsonToken.VALUE_STRING) {
            return cell.getLongValue();
        }
        try {
            return Long.parseLong(cell.getText());
        } catch (NumberFormatException e) {
            throw noNumber(cell);
        }
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
        if (token == JsonToken.VALUE_STRING) {
            double value = cell.getValueAsDouble(Double.NaN);
            if (Double.isNaN(value)) {
                throw noNumber(cell);
            }
            return value;
        }
        double value = cell.getDoubleValue();
        // For Jackson, -0 is an integer, which has no negative zero.
        boolean isNegativeZero = value == 0 && cell.getTextCharacters()[cell.getTextOffset()] == '-';
        return isNegativeZero ? -0.0 : value;
    }

    /** The text of a cell that is not null; an array as JSON without spaces. */
    public static String value(JsonParser cell) throws IOException {
        if (cell.currentToken() != JsonToken.START_ARRAY) {
            return cell.getText();
        }
        StringBuilder array = new StringBuilder("[");
        for (int depth = 1; depth > 0; ) {
            JsonToken token = cell.nextToken();
            if (token == JsonToken.END_ARRAY) {
                array.append(']');
                depth--;
            } else {
                if (array.charAt(array.length() - 1) != '[') {
                    array.append(',');
                }
                array.append(token == JsonToken.START_ARRAY ? "[" : cell.getText());
                depth += token == JsonToken.START_ARRAY ? 1 : 0;
            }
        }
        return array.toString();
    }

    private static IOException noNumber(JsonParser cell) throws IOException {
        return new IOException("\"" + cell.getText() + "\" is no number");
    }

    /** The text or the first reason in {@code error} of the body of an error; the body if there is none. */
    public static String reason(String body) {
        try (JsonParser parser = FACTORY.createParser(body)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean isReason = parser.currentName().equals("error");
                JsonToken value = parser.nextToken();
                if (isReason && value == JsonToken.VALUE_STRING) {
                    return parser.getText();
                }
                if (isReason && value == JsonToken.START_OBJECT) {
                    return typedReason(parser).orElse(body);
                }
                parser.skipChildren();
            }
        } catch (IOException e) {
            // No JSON, or only its beginning.
        }
        return body;
    }

    /**
     * A type with a reason that is not blank: of OpenSearch, that of the first root cause; without root causes, the
     * innermost cause, or else the first reason. The text may end early.
     */
    private static Optional<String> typedReason(JsonParser error) {
        Optional<String> found = Optional.empty();
        String type = "";
        try {
            for (JsonToken token = error.nextToken(); token != null; token = error.nextToken()) {
                if (token != JsonToken.VALUE_STRING) {
                    continue;
                }
                if ("type".equals(error.currentName())) {
                    type = error.getText();
                } else if ("reason".equals(error.currentName())
                        && !error.getText().isBlank()) {
                    JsonStreamContext place = error.getParsingContext().getParent();
                    if (found.isEmpty() || "caused_by".equals(place.getCurrentName())) {
                        found = Optional.of(type.isEmpty() ? error.getText() : type + ": " + error.getText());
                    }
                    if (place.inArray() && "root_cause".equals(place.getParent().getCurrentName())) {
                        return found;
                    }
                }
            }
        } catch (IOException e) {
            // Only the beginning.
        }
        return found;
    }
}
