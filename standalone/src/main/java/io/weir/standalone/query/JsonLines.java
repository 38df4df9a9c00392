package io.weir.standalone.query;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.standalone.topic.TerminalText;
import java.io.IOException;
import java.io.Writer;

/**
 * A line of JSON for each sample, in memory of one line. A value that JSON has no number for is a
 * string: {@code "NaN"}, {@code "+Inf"} or {@code "-Inf"}.
 */
final class JsonLines implements ResultWriter {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Writer out;
    private String start = start(Labels.NONE);

    JsonLines(Writer out) {
        this.out = out;
    }

    @Override
    public void begin(boolean isMatrix) {
        // JSON lines have no header.
    }

    @Override
    public void series(Labels labels) {
        start = start(labels);
    }

    @Override
    public void sample(long millis, double value) throws IOException {
        String text = Numbers.exact(value);
        line(millis, Double.isFinite(value) ? text : '"' + text + '"');
    }

    @Override
    public void text(long millis, String text) throws IOException {
        line(millis, json(text));
    }

    @Override
    public void end() {
        // Every line is complete.
    }

    private void line(long millis, String value) throws IOException {
        out.write(start);
        out.write(Times.exact(millis));
        out.write("\",\"value\":");
        out.write(value);
        out.write("}\n");
    }

    private static String start(Labels labels) {
        return "{\"labels\":" + json(labels.values()) + ",\"time\":\"";
    }

    /** The JSON of labels, a text or another JSON. Characters that control a terminal are escapes. */
    static String json(Object value) {
        try {
            String json = JSON.writeValueAsString(value);
            return TerminalText.isPlain(json) ? json : escaped(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts are not JSON", e);
        }
    }

    private static String escaped(String json) {
        StringBuilder text = new StringBuilder(json.length());
        json.codePoints().forEach(character -> {
            if (TerminalText.controls(character)) {
                for (char unit : Character.toChars(character)) {
                    text.append(String.format("\\u%04x", (int) unit));
                }
            } else {
                text.appendCodePoint(character);
            }
        });
        return text.toString();
    }
}
