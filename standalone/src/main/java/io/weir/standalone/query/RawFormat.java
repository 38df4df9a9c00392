package io.weir.standalone.query;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.standalone.topic.TerminalText;
import java.util.LinkedHashMap;
import java.util.Map;

/** How stored values are printed: a line for each. */
enum RawFormat {
    /** For people. */
    TEXT {
        @Override
        String line(JsonNode value) {
            Labels tags = tags(value);
            String series =
                    value.path("measurement").textValue() + (tags.values().isEmpty() ? "" : tags.selector());
            JsonNode stored = value.path("value");
            String text = stored.isTextual() ? stored.textValue() : stored.toString();
            return TerminalText.of(value.path("time").textValue()
                    + BETWEEN
                    + series
                    + BETWEEN
                    + value.path("field").textValue()
                    + BETWEEN
                    + text);
        }
    },
    /** As the server answers. */
    JSON {
        @Override
        String line(JsonNode value) {
            return JsonLines.json(value);
        }
    },
    CSV {
        @Override
        String head() {
            return "time,measurement,tags,field,type,value\n";
        }

        @Override
        String line(JsonNode value) {
            JsonNode stored = value.path("value");
            String cell = stored.isTextual() ? stored.textValue() : stored.toString();
            return value.path("time").textValue()
                    + ','
                    + CsvWriter.quoted(value.path("measurement").textValue())
                    + ','
                    + CsvWriter.quoted(value.path("tags").toString())
                    + ','
                    + CsvWriter.quoted(value.path("field").textValue())
                    + ','
                    + value.path("type").textValue()
                    + ','
                    + (stored.isTextual() || stored.isArray() ? CsvWriter.quoted(cell) : cell);
        }
    };

    private static final String BETWEEN = "  ";

    /** The text before the lines. */
    String head() {
        return "";
    }

    /** The line of a value, without its end. */
    abstract String line(JsonNode value);

    private static Labels tags(JsonNode value) {
        Map<String, String> tags = new LinkedHashMap<>();
        value.path("tags")
                .properties()
                .forEach(tag -> tags.put(tag.getKey(), tag.getValue().asText()));
        return new Labels(tags);
    }
}
