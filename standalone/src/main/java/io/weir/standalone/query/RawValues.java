package io.weir.standalone.query;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.util.List;

/** The answer of {@code /api/v1/values}: a line of JSON for each value, and a last one that says whether it is complete. */
final class RawValues {
    private static final String COMPLETE = "complete";
    private static final List<String> TEXTS = List.of("measurement", "field", "time", "type");

    /** Keeps the digits of the server. */
    private static final ObjectReader LINES = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build()
            .readerFor(JsonNode.class);

    private RawValues() {}

    /** Reports an answer that the server cut. */
    interface Cut {
        /** @param type Prometheus' errorType */
        void report(String type, String message);
    }

    /**
     * Prints all values as they arrive, in memory of one.
     *
     * @throws JsonProcessingException if the body is not such an answer
     * @throws JsonEOFException if the body ends early
     */
    static void print(InputStream body, RawFormat format, Writer out, Cut cut) throws IOException {
        out.write(format.head());
        try (MappingIterator<JsonNode> lines = LINES.readValues(body)) {
            while (lines.hasNextValue()) {
                JsonNode line = lines.nextValue();
                if (line.has(COMPLETE)) {
                    if (!line.path(COMPLETE).asBoolean()) {
                        cut.report(
                                line.path("errorType").asText(),
                                line.path("error").asText());
                    }
                    return;
                }
                if (!isValue(line)) {
                    throw new JsonParseException(lines.getParser(), "a line is no value");
                }
                out.write(format.line(line));
                out.write('\n');
            }
            throw new JsonEOFException(lines.getParser(), JsonToken.START_OBJECT, "the answer ends early");
        }
    }

    private static boolean isValue(JsonNode line) {
        return TEXTS.stream().allMatch(key -> line.path(key).isTextual())
                && line.path("tags").isObject()
                && line.hasNonNull("value");
    }
}
